/** How large the document is printed; remembered by the browser. */

import { keep } from "./storage.js";

const KEY = "judgepool:text-size";
/** In rem; the third is what was chosen for most people. */
const SIZES = [0.875, 0.9375, 1.0625, 1.1875, 1.3125, 1.5, 1.75, 2];
const USUAL = 2;

export class TextSize {
  #storage;
  #place;

  /** @param {Storage | null} storage of the browser */
  constructor(storage) {
    this.#storage = storage;
    const stored = Number(storage?.getItem(KEY) ?? USUAL);
    this.#place = SIZES[stored] === undefined ? USUAL : stored;
  }

  /** As CSS takes it. */
  get size() {
    return `${SIZES[this.#place]}rem`;
  }

  get isSmallest() {
    return this.#place === 0;
  }

  get isLargest() {
    return this.#place === SIZES.length - 1;
  }

  /** In words, for those who do not see it. */
  get words() {
    return `Text size ${this.#place + 1} of ${SIZES.length}`;
  }

  /** @param {1 | -1} step */
  change(step) {
    this.#place = Math.min(Math.max(this.#place + step, 0), SIZES.length - 1);
    keep(this.#storage, KEY, String(this.#place));
  }
}
