/** Looking back: fetches older pairs of one's own, and the texts of those shown. */

import { isJudged, pairKey } from "./desk.js";

const PAGE = 50;

export class History {
  /** Whether there is nothing older than the trail's first pair. */
  isComplete = false;

  #api;
  #desk;
  #outbox;
  #oldestId = null;
  #isLoading = false;
  #loadingTexts = new Set();

  constructor({ api, desk, outbox }) {
    this.#api = api;
    this.#desk = desk;
    this.#outbox = outbox;
  }

  /**
   * Lengthens the trail at its old end, page by page until something new has come.
   * @returns {Promise<number>} how many pairs came
   */
  async lengthen() {
    if (this.#isLoading) return 0;
    this.#isLoading = true;
    try {
      let added = 0;
      while (!added && !this.isComplete) added = this.#desk.prepend(await this.#nextPage());
      return added;
    } finally {
      this.#isLoading = false;
    }
  }

  /** Loads the text of the shown pair where only its name is known. */
  async loadShown() {
    const { shown } = this.#desk;
    if (!shown || shown.text !== undefined || this.#loadingTexts.has(pairKey(shown))) return;
    this.#loadingTexts.add(pairKey(shown));
    try {
      const pair = await this.#api.pair(shown.query_id, shown.doc_id);
      const mine = this.#outbox.holds(pair) ? shown.mine : pair.mine;
      this.#desk.fill({ ...pair, mine });
    } finally {
      this.#loadingTexts.delete(pairKey(shown));
    }
  }

  /** Loads what was said of the shown pair before, once everything said of it is stored. */
  async loadWords() {
    const { shown, isLookingBack } = this.#desk;
    if (!isLookingBack || !shown.mine || shown.history || this.#outbox.holds(shown)) return;
    const { mine } = shown;
    const { history } = await this.#api.history(shown.query_id, shown.doc_id);
    if (shown.mine === mine) shown.history = history;
  }

  /** Newest first. What was judged before a reload and is not sent yet comes before all else. */
  async #nextPage() {
    const unsent = this.#oldestId === null ? this.#unsent() : [];
    const { judgments } = await this.#api.mine(PAGE, this.#oldestId);
    this.#oldestId = judgments.at(-1)?.judgment_id ?? this.#oldestId;
    this.isComplete = judgments.length < PAGE;
    return [...unsent, ...judgments.map(pairOf)];
  }

  #unsent() {
    return this.#outbox.entries
      .map(({ item, title }) => pairOf({ ...item, title, query: "" }))
      .filter(isJudged)
      .reverse();
  }
}

function pairOf({ query_id, doc_id, query, title, client_key, verdict, grade, note }) {
  return { query_id, doc_id, query, title, mine: { client_key, verdict, grade, note } };
}
