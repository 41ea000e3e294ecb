/** The end of a query: a pause with the systems' scores before the next one begins. */

/** How long the screen waits for the scores; after that the next document is worth more. */
const SUMMARY_WAIT_MS = 600;

export class Summary {
  /** Told when waiting has been in vain. */
  onChange = () => {};
  /** Scores of the query that was just finished, until the person goes on. */
  finished = null;

  #timer = 0;
  /** Scores that came while the next document was being read: they wait until it is judged. */
  #late = null;

  /** Whether the card pauses, with the scores or waiting for them. */
  get isOpen() {
    return this.finished !== null || this.#timer !== 0;
  }

  /** The last open pair of a query was judged. */
  expect() {
    this.stopWaiting();
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.onChange();
    }, SUMMARY_WAIT_MS);
  }

  /**
   * The server has answered, with a finished query or with null.
   * @param {boolean} isReading whether there is a document on screen, which nothing may cover
   */
  take(finished, isReading) {
    const isDue = this.isOpen || !isReading;
    this.stopWaiting();
    if (!finished) return;
    if (isDue) this.finished = finished;
    else this.#late = finished;
  }

  /** The document on screen was judged: late scores have their turn now. */
  showLate() {
    this.finished = this.#late ?? this.finished;
    this.#late = null;
  }

  close() {
    this.stopWaiting();
    this.finished = null;
  }

  stopWaiting() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
