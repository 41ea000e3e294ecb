/** Draws what is looked for: the query and its narrative, which folds where it is long. */

import { setText } from "./dom.js";

export class Need {
  #parts;
  #queryId = null;

  /** @param {Record<string, HTMLElement>} parts of the card by name */
  constructor(parts) {
    this.#parts = parts;
  }

  draw({ query_id: queryId, query, narrative }) {
    const parts = this.#parts;
    const isNew = this.#queryId !== queryId;
    parts.fresh.hidden = !isNew || this.#queryId === null;
    if (!isNew) return;
    this.#queryId = queryId;
    setText(parts.query, query);
    setText(parts.narrative, narrative);
    parts.narrative.hidden = !narrative;
    this.#fold(true);
    this.measure();
  }

  /** Unfolds the narrative, or folds it again. */
  turn() {
    this.#fold(this.#parts.need.classList.contains("unfolded"));
  }

  /** The button that unfolds the narrative is there where the narrative does not fit. */
  measure() {
    const { narrative, more, need } = this.#parts;
    if (need.classList.contains("unfolded")) return;
    more.hidden = narrative.scrollHeight <= narrative.clientHeight + 1;
  }

  #fold(isFolded) {
    const { need, more } = this.#parts;
    need.classList.toggle("unfolded", !isFolded);
    more.setAttribute("aria-expanded", String(!isFolded));
    setText(more, isFolded ? "Show all" : "Show less");
  }
}
