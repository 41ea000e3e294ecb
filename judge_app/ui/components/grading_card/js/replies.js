/** What the server said to the judgments it was sent, until the person has read it. */

import { isSamePair } from "./desk.js";

export class Replies {
  /** What the last judgment did to the scores, as the server sent it. */
  effect = null;
  /** What was said against a judgment; another list after every change. */
  warnings = [];
  hasSaved = false;

  #desk;

  constructor({ desk }) {
    this.#desk = desk;
  }

  /** One judgment was stored or refused. */
  take({ item, title }, { status, message }) {
    const isSaved = status !== "refused";
    this.hasSaved ||= isSaved;
    if (isSaved && !message) return;
    this.warnings = [...this.warnings, { title, message, isSaved }];
    // What the server holds is not what the screen says: load it again when looked at.
    const pair = this.#desk.trail.find((other) => isSamePair(other, item));
    if (pair) pair.text = undefined;
  }

  dismiss(index) {
    this.warnings = this.warnings.toSpliced(index, 1);
  }
}
