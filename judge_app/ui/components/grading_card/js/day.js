/** The person's day: asked of the server now and then, counted on by hand in between. */

const ASK_AGAIN_MS = 60_000;

export class Day {
  /** Told after every change. */
  onChange = () => {};
  /** @type {object | null} as the server told it last */
  told = null;

  #api;
  #connection;
  /** Pairs judged here for the first time, and how many of them `told` counts already. */
  #given = 0;
  #counted = 0;
  #asks = 0;
  #askedAt = -Infinity;
  #timer = 0;

  constructor({ api, connection }) {
    this.#api = api;
    this.#connection = connection;
  }

  /** Pairs judged today, with those that the server has not counted yet. */
  get graded() {
    return this.told ? this.told.graded + this.#given - this.#counted : null;
  }

  /** A pair was judged for the first time. */
  noteJudged() {
    this.#given += 1;
  }

  /** A grade was taken back: only the server knows whether it was one of today. */
  askNow(remaining) {
    this.stop();
    this.#ask(remaining);
  }

  /**
   * Asks soon, and not again for a while.
   * @param {() => number} remaining pairs that the person could still judge, at that moment
   */
  askSoon(remaining) {
    if (this.#timer) return;
    const wait = Math.max(0, this.#askedAt + ASK_AGAIN_MS - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#ask(remaining());
    }, wait);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  async #ask(remaining) {
    this.#askedAt = Date.now();
    this.#asks += 1;
    const [given, asks] = [this.#given, this.#asks];
    try {
      const told = await this.#api.day(-new Date().getTimezoneOffset(), remaining);
      if (asks !== this.#asks) return;
      this.told = told;
    } catch (failure) {
      this.#connection.fail(failure);
      return;
    }
    this.#counted = given;
    this.onChange();
  }
}
