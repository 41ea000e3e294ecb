/** A practice pair: after the grade comes the agreed answer, and stays until it has been read. */

export class Practice {
  /**
   * What was given on which pair; `told` is the server's answer, null while it is awaited.
   * @type {{pair: object, verdict: string, grade: number | null, told: object | null} | null}
   */
  current = null;

  /** A pair was judged. */
  begin(pair, verdict, grade) {
    if (pair.practice) this.current = { pair, verdict, grade, told: null };
  }

  /** The server has stored a judgment. Without an answer to it there is nothing to wait for. */
  take(item, result) {
    if (this.current?.pair.mine?.client_key !== item.client_key) return;
    this.current = result.feedback ? { ...this.current, told: result.feedback } : null;
  }

  /** The server cannot be reached: an answer must not come over a later document. */
  giveUp() {
    if (!this.current?.told) this.current = null;
  }

  close() {
    this.current = null;
  }
}
