/** Writes the judgments of the pair on screen: what was given, on what, and when. */

import { isJudged, pairKey } from "./desk.js";

export class Verdicts {
  /** The last judgment given here. */
  last = null;

  #desk;
  #outbox;
  #drafts = new Map();
  #shownAt = "";

  constructor({ desk, outbox }) {
    this.#desk = desk;
    this.#outbox = outbox;
  }

  /** The pair on screen has just come there. */
  noteShown() {
    this.#shownAt = new Date().toISOString();
  }

  /** The note of the pair on screen: as typed, else as stored with its judgment. */
  get note() {
    const pair = this.#desk.shown;
    return pair ? (this.#drafts.get(pairKey(pair)) ?? pair.mine?.note ?? "") : "";
  }

  set note(text) {
    this.#drafts.set(pairKey(this.#desk.shown), text);
  }

  /** @returns {boolean} whether a judged pair's note has been changed */
  get hasNewNote() {
    const pair = this.#desk.shown;
    return pair !== null && isJudged(pair) && pair.mine.note !== this.note;
  }

  /**
   * @param {"graded" | "cannot_judge"} verdict
   * @param {number | null} grade
   */
  give(verdict, grade) {
    const pair = this.#desk.shown;
    this.#post(verdict, grade, this.note);
    this.#drafts.delete(pairKey(pair));
    this.last = { pair, verdict, grade };
  }

  /** @param {"skipped" | "withdrawn"} verdict after which the pair comes back to the queue */
  setAside(verdict) {
    this.#post(verdict, null, "");
  }

  #post(verdict, grade, note) {
    const pair = this.#desk.shown;
    const item = {
      client_key: crypto.randomUUID(),
      query_id: pair.query_id,
      doc_id: pair.doc_id,
      verdict,
      grade,
      note,
      shown_at: this.#shownAt,
      judged_at: new Date().toISOString(),
      seen: pair.mine?.client_key ?? null,
      fingerprint: pair.fingerprint,
    };
    pair.mine = { client_key: item.client_key, verdict, grade, note };
    pair.history = undefined;
    this.#outbox.add(item, pair.title || pair.doc_id);
  }
}
