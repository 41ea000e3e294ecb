/** Reads the keys of the page, wherever its focus is, as commands to the card. */

import { commandOf, isForeign, isTyping } from "./keys.js";

export class Keyboard {
  #card;

  /**
   * @param {object} card
   * @param {() => {grade: number}[]} card.scale the grades there are
   * @param {(command: object) => boolean} card.isPossible
   * @param {(command: object) => void} card.run
   * @param {(direction: number) => void} card.scroll by a page, down or up
   */
  constructor(card) {
    this.#card = card;
  }

  /** @param {KeyboardEvent} event */
  take(event) {
    const target = event.composedPath()[0];
    const isOnControl = target instanceof Element && target.closest("a, button") !== null;
    // Held down, Enter would click the button under the focus again and again.
    if (event.repeat && event.key === "Enter" && isOnControl) event.preventDefault();
    if (isTyping(event) || isForeign(event) || isPageCovered()) return;
    // Streamlit's own shortcuts (clear the cache, run again) have no place here.
    if (/^[cr]$/i.test(event.key)) event.stopPropagation();
    if (event.key === " " && target === document.body) this.#scroll(event);
    const command = commandOf(event, this.#card.scale());
    if (!command || !this.#card.isPossible(command)) return;
    // Enter belongs to the button or link under the focus.
    if (command.name === "continue" && isOnControl) return;
    event.preventDefault();
    event.stopPropagation();
    this.#card.run(command);
  }

  #scroll(event) {
    event.preventDefault();
    this.#card.scroll(event.shiftKey ? -1 : 1);
  }
}

/** Streamlit opens dialogs of its own over the page. */
function isPageCovered() {
  return document.querySelector("[role=dialog]") !== null;
}
