/** Whether the server can be read from, and when to try again. */

import { ApiFailure, patienceAfter } from "./api.js";

export class Connection {
  /** @type {ApiFailure | null} why the last request failed, while nothing has succeeded since */
  failure = null;

  #retry;
  #failures = 0;
  #timer = 0;

  /** @param {() => void} retry called after a while when the server could not be reached */
  constructor(retry) {
    this.#retry = retry;
  }

  succeed() {
    this.failure = null;
    this.#failures = 0;
    clearTimeout(this.#timer);
  }

  /** @throws whatever is no failure of the connection */
  fail(failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    this.failure = failure;
    clearTimeout(this.#timer);
    if (failure.kind !== "offline") return;
    this.#failures += 1;
    this.#timer = setTimeout(this.#retry, patienceAfter(this.#failures));
  }
}
