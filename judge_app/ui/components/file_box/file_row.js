/** One chosen file as it stands in the list: name, size, how far it is, what can be done. */

const STATES = { waiting: "waiting", sending: "sending", there: "there", failed: "failed" };
const WORTH_TELLING_SECONDS = 3;

class FileRow {
  element;
  state = STATES.waiting;
  sending = null;

  #sent = 0;
  #fault = "";
  #began = 0;

  /** @param {File} file */
  constructor(file, template, { onAgain, onAway }) {
    this.file = file;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.#part("name").textContent = file.name;
    this.#part("name").title = file.name;
    this.#part("again").onclick = onAgain;
    this.#part("away").onclick = onAway;
    this.#part("again").setAttribute("aria-label", `Try again to send ${file.name}`);
    this.#bar.setAttribute("aria-label", `How much of ${file.name} is sent`);
    this.draw();
  }

  get #bar() {
    return this.element.querySelector("progress");
  }

  begin(sending) {
    this.sending = sending;
    this.state = STATES.sending;
    this.#sent = 0;
    this.#began = performance.now();
    this.draw();
  }

  progress(sent) {
    this.#sent = sent;
    this.draw();
  }

  become(state, fault = "") {
    this.state = state;
    this.#fault = fault;
    this.draw();
  }

  /** Says why it cannot be sent at all. */
  refuse(fault) {
    this.become(STATES.failed, fault);
    this.#part("again").hidden = true;
  }

  draw() {
    const isSending = this.state === STATES.sending;
    this.element.dataset.state = this.state;
    this.#part("state").textContent = this.#said();
    this.#part("fault").textContent = this.#fault;
    this.#part("fault").hidden = !this.#fault;
    this.#part("again").hidden = this.state !== STATES.failed;
    this.#bar.hidden = !isSending;
    this.#bar.value = this.file.size ? this.#sent / this.file.size : 1;
    const away = this.state === STATES.there || this.state === STATES.failed ? "Remove" : "Stop";
    this.#part("away").textContent = away;
    this.#part("away").setAttribute("aria-label", `${away} ${this.file.name}`);
  }

  #said() {
    const { size } = this.file;
    if (this.state === STATES.waiting) return `${bytes(size)} · waits its turn`;
    if (this.state === STATES.failed) return `${bytes(size)} · not sent`;
    if (this.state === STATES.there) return `${bytes(size)} · sent`;
    if (this.#sent >= size) return `${bytes(size)} · arriving …`;
    return `${bytes(this.#sent)} of ${bytes(size)}${this.#left()}`;
  }

  #left() {
    const seconds = (performance.now() - this.#began) / 1000;
    const left = (seconds * (this.file.size - this.#sent)) / (this.#sent || 1);
    const isKnown = seconds > 1 && this.#sent > 0;
    return isKnown && left >= WORTH_TELLING_SECONDS ? ` · ${duration(left)} left` : "";
  }

  #part(name) {
    return this.element.querySelector(`.${name}`);
  }
}

function bytes(number) {
  const [divisor, unit] = number >= 1e9 ? [1e9, "GB"] : number >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
  if (number < 1000) return `${number} bytes`;
  return `${(number / divisor).toFixed(1)} ${unit}`;
}

function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
