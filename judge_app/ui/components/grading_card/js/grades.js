/** The grades with their keys, their meaning and an example each. */

import { element } from "./dom.js";
import { keysOfGrade } from "./keys.js";

export class Grades {
  #group;
  #whole;
  #buttons = [];

  /**
   * @param {HTMLElement} group holds the buttons
   * @param {HTMLElement} whole shows an example that its button has no room for
   */
  constructor(group, whole) {
    this.#group = group;
    this.#whole = whole;
    for (const type of ["pointerover", "focusin"]) {
      group.addEventListener(type, (event) => this.#showWhole(event.target.closest("button")));
    }
    for (const type of ["pointerleave", "focusout"]) {
      group.addEventListener(type, () => this.#showWhole(null));
    }
  }

  setUp(scale) {
    this.#buttons = scale.map(gradeButton);
    this.#group.replaceChildren(...this.#buttons.toReversed());
    this.#group.style.setProperty("--grades", scale.length);
  }

  /**
   * @param {number | null} given
   * @param {number | null} right the agreed grade of a practice pair, once it is told
   * @param {boolean} isOpen whether a grade can be given now
   */
  draw(given, right, isOpen) {
    for (const button of this.#buttons) {
      const grade = Number(button.dataset.grade);
      button.setAttribute("aria-pressed", String(grade === given));
      button.toggleAttribute("data-right", grade === right);
      if (isOpen) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }

  #showWhole(button) {
    const example = button?.querySelector(".example");
    const isCut = example && example.scrollHeight > example.clientHeight + 1;
    this.#whole.hidden = !isCut;
    if (!isCut) return;
    this.#whole.textContent = example.textContent;
    const top = button.getBoundingClientRect().top - this.#whole.offsetParent.getBoundingClientRect().top;
    this.#whole.style.insetBlockStart = `${top}px`;
  }
}

function gradeButton(step, index) {
  const [digit, letter] = keysOfGrade(step.grade, index);
  const attributes = {
    type: "button",
    "data-command": "grade",
    "data-grade": step.grade,
    "aria-keyshortcuts": [digit, letter].filter(Boolean).join(" "),
    "aria-pressed": "false",
  };
  return element(
    "button",
    attributes,
    element("kbd", {}, String(step.grade)),
    element(
      "span",
      { class: "label" },
      step.label,
      step.description ? element("small", {}, step.description) : "",
      step.example ? element("small", { class: "example" }, `e.g. ${step.example}`) : "",
    ),
    letter ? element("kbd", { class: "other-key" }, letter) : "",
  );
}
