/** Says when it is time for a break. It never takes a key: the word stands above the document. */

import { keep } from "./storage.js";

const MINUTE_MS = 60_000;
/** Work without a pause after which a break is due. */
export const WORK_MINUTES = 50;
/** So long without a sign of life is a pause. */
const PAUSE_MS = 5 * MINUTE_MS;
const SNOOZE_MS = 10 * MINUTE_MS;

export class Breaks {
  /** Whether the word stands on screen. */
  isShown = false;

  #storage;
  #now;
  #offKey;
  #startKey;
  #startedAt;
  #activeAt;
  #quietUntil = 0;

  /**
   * @param {Storage | null} storage of the browser
   * @param {string} owner project and person
   * @param {() => number} now milliseconds; tests pass their own
   */
  constructor(storage, owner, now = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.#offKey = `judgepool:no-breaks:${owner}`;
    this.#startKey = `judgepool:work:${owner}`;
    const [startedAt, activeAt] = JSON.parse(storage?.getItem(this.#startKey) ?? "[0, 0]");
    this.#startedAt = startedAt;
    this.#activeAt = activeAt;
  }

  get isOn() {
    return !this.#storage?.getItem(this.#offKey);
  }

  set isOn(isOn) {
    if (isOn) this.#storage?.removeItem(this.#offKey);
    else keep(this.#storage, this.#offKey, "off");
    if (!isOn) this.isShown = false;
  }

  /** Minutes since the last pause. */
  get minutes() {
    return Math.floor((this.#activeAt - this.#startedAt) / MINUTE_MS);
  }

  /** Any sign of life. */
  noteActivity() {
    const now = this.#now();
    if (now - this.#activeAt >= PAUSE_MS) {
      this.#startedAt = now;
      this.#quietUntil = 0;
      this.isShown = false;
    }
    this.#activeAt = now;
  }

  /** One document is done and the next not begun: the moment to say it. */
  noteDocument() {
    this.noteActivity();
    keep(this.#storage, this.#startKey, JSON.stringify([this.#startedAt, this.#activeAt]));
    const isDue = this.minutes >= WORK_MINUTES && this.#now() >= this.#quietUntil;
    this.isShown = this.isOn && isDue;
  }

  snooze() {
    this.#quietUntil = this.#now() + SNOOZE_MS;
    this.isShown = false;
  }
}
