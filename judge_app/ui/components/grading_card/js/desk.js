/**
 * What lies before the annotator: the pairs held for grading, and the trail of own pairs to look
 * back on. Pure bookkeeping; neither screen nor network.
 */

const TEXTS_KEPT = 30;

/**
 * @typedef {object} Pair
 * @property {string} query_id
 * @property {string} doc_id
 * @property {string} query
 * @property {string} narrative
 * @property {string} title
 * @property {string | undefined} text undefined while it is not loaded
 * @property {boolean} later whether the server hands it out again after it was put off
 * @property {{client_key: string, verdict: string, grade: number | null, note: string} | null} mine
 *   the person's own latest word on it, whatever the verdict
 */

export const isSamePair = (one, other) =>
  one.query_id === other.query_id && one.doc_id === other.doc_id;

/** Whether the person's latest word on the pair is a judgment, not a "later" or a withdrawal. */
export const isJudged = ({ mine }) =>
  mine?.verdict === "graded" || mine?.verdict === "cannot_judge";

/** A name for maps and sets. */
export const pairKey = (pair) => JSON.stringify(namesOf(pair));

/** The pair as the API names it in lists. */
export const namesOf = (pair) => [pair.query_id, pair.doc_id];

export class Desk {
  /** @type {Pair[]} in the order to grade in */
  held = [];
  /** @type {Pair[]} own pairs, oldest first */
  trail = [];
  /** Position in the trail while looking back, else null. */
  position = null;

  /** @returns {Pair | null} */
  get shown() {
    return this.isLookingBack ? this.trail[this.position] : (this.held[0] ?? null);
  }

  get isLookingBack() {
    return this.position !== null;
  }

  /** Takes new pairs into the queue, each once. */
  hold(pairs) {
    for (const pair of pairs) {
      if (!this.held.some((other) => isSamePair(other, pair))) this.held.push(pair);
    }
  }

  /** Moves a pair to the front of the queue, if it is held. */
  putOnTop(key) {
    const position = this.held.findIndex((pair) => pairKey(pair) === key);
    if (position > 0) this.held.unshift(...this.held.splice(position, 1));
  }

  /** @returns {boolean} false at the oldest pair known */
  goBack() {
    const position = (this.position ?? this.trail.length) - 1;
    if (position < 0) return false;
    this.position = position;
    return true;
  }

  goForward() {
    if (!this.isLookingBack) return;
    this.position = this.position + 1 < this.trail.length ? this.position + 1 : null;
  }

  goToQueue() {
    this.position = null;
  }

  /** Shows one own pair, wherever it is in the trail. */
  open(pair) {
    let position = this.trail.findIndex((other) => isSamePair(other, pair));
    if (position < 0) position = this.trail.push(pair) - 1;
    this.position = position;
  }

  /** Older own pairs, newest first as the server lists them, go before those known. */
  prepend(pairs) {
    const older = pairs.filter((pair) => !this.trail.some((other) => isSamePair(other, pair)));
    this.trail.unshift(...older.reverse());
    if (this.isLookingBack) this.position += older.length;
    return older.length;
  }

  /** Puts the loaded pair where the trail had only its name. */
  fill(pair) {
    const position = this.trail.findIndex((other) => isSamePair(other, pair));
    if (position >= 0) this.trail[position] = pair;
  }

  /** The shown pair was judged or put off: go on to what follows it. */
  advance() {
    const pair = this.shown;
    this.held = this.held.filter((other) => !isSamePair(other, pair));
    if (this.isLookingBack) {
      this.goForward();
      return;
    }
    this.trail = this.trail.filter((other) => !isSamePair(other, pair));
    this.trail.push(pair);
    this.#forgetOldTexts();
  }

  /** Long sessions would fill the memory; an old text is loaded again when looked at. */
  #forgetOldTexts() {
    const old = this.trail[this.trail.length - 1 - TEXTS_KEPT];
    if (old) old.text = undefined;
  }
}
