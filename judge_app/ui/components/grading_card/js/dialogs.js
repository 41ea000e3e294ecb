/** Parts that open over the card; each is opened by the command of its name. */

const DIALOGS = ["guidelines", "help", "day"];

export class Dialogs {
  #parts;

  /** @param {Record<string, HTMLElement>} parts of the card by name */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {string | undefined} the command of the dialog that is open */
  get open() {
    return DIALOGS.find((name) => this.#parts[name].open);
  }

  /** Opens a dialog, or closes it. */
  turn(name) {
    const dialog = this.#parts[name];
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  /** @returns {boolean} whether one was open */
  close() {
    const { open } = this;
    if (open) this.#parts[open].close();
    return open !== undefined;
  }
}
