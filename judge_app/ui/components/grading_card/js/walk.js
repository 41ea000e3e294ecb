/** Goes through the person's own pairs, back and forward, and loads the one that is shown. */

export class Walk {
  /** Told after every change. */
  onChange = () => {};

  #desk;
  #history;
  #connection;
  #say;

  /**
   * @param {object} parts desk, history and connection of the session
   * @param {(text: string) => void} say puts a short word on the last step on the card
   */
  constructor({ desk, history, connection }, say) {
    this.#desk = desk;
    this.#history = history;
    this.#connection = connection;
    this.#say = say;
  }

  async back() {
    const hasMoved = this.#desk.goBack();
    this.#say("");
    if (hasMoved) {
      await this.loadShown();
      return;
    }
    const hasMore = await this.#read(() => this.#history.lengthen());
    if (hasMore) await this.back();
    else if (this.#history.isComplete) this.#say("You have graded nothing before this.");
  }

  forward() {
    this.#desk.goForward();
    this.#say("");
    this.loadShown();
  }

  toQueue() {
    this.#desk.goToQueue();
    this.#say("");
  }

  /** Shows a pair that was chosen on another page. */
  async open(queryId, docId) {
    this.#desk.open({ query_id: queryId, doc_id: docId, query: "", title: "", mine: null });
    this.onChange();
    await this.loadShown();
  }

  loadShown() {
    return this.#read(async () => {
      await this.#history.loadShown();
      await this.#history.loadWords();
    });
  }

  /** Runs a read; the connection keeps a failure of its own and tries again. */
  async #read(work) {
    try {
      return await work();
    } catch (failure) {
      this.#connection.fail(failure);
      return null;
    } finally {
      this.onChange();
    }
  }
}
