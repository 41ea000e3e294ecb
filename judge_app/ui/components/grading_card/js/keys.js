/** What a key press asks for. Nothing here looks at the screen. */

const HOME_ROW = ["a", "s", "d", "f"];

const FIELD_ROLES = ["textbox", "combobox", "listbox", "slider", "grid", "menu", "tablist"];
const FIELD = ["input, textarea, select", ...FIELD_ROLES.map((role) => `[role=${role}]`)].join();

const NAMED = {
  Backspace: "back",
  ArrowLeft: "back",
  ArrowRight: "forward",
  Delete: "withdraw",
  Enter: "continue",
  Escape: "close",
  "/": "find",
  "?": "help",
};

const LETTERS = {
  l: "later",
  x: "cannot",
  n: "next",
  p: "previous",
  m: "note",
  g: "guidelines",
};

/**
 * The keys that give the grade at `index` of the scale, as printed on its button.
 * @returns {[string | undefined, string | undefined]} the digit and the letter, where there is one
 */
export function keysOfGrade(grade, index) {
  return [grade >= 0 && grade <= 9 ? String(grade) : undefined, HOME_ROW[index]?.toUpperCase()];
}

/** A press that must not be read: held down, part of a shortcut, or composing a character. */
export function isForeign(event) {
  return event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
}

/** Whether the press goes into a field. Looks through shadow roots. */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof Element && isField(target);
}

/** Whether the element takes text or uses keys for itself. */
export function isField(element) {
  return element.closest(FIELD) !== null || element.isContentEditable === true;
}

/**
 * @param {KeyboardEvent} event
 * @param {{grade: number}[]} scale
 * @returns {{name: string, grade?: number} | null}
 */
export function commandOf(event, scale) {
  const grade = gradeOf(event, scale);
  if (grade !== undefined) return { name: "grade", grade };
  const named = Object.hasOwn(NAMED, event.key) ? NAMED[event.key] : undefined;
  if (named) return { name: named };
  const letter = letterOf(event);
  return letter && Object.hasOwn(LETTERS, letter) ? { name: LETTERS[letter] } : null;
}

function gradeOf(event, scale) {
  if (event.shiftKey) return undefined;
  const digit = digitOf(event);
  if (digit !== undefined) return scale.find((step) => step.grade === digit)?.grade;
  return scale[HOME_ROW.indexOf(letterOf(event))]?.grade;
}

/** The digit row gives digits on every layout (French ones print them with Shift). */
function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const row = /^Digit([0-9])$/.exec(event.code);
  return row && !NAMED[event.key] ? Number(row[1]) : undefined;
}

/** The letter printed on the key; on layouts without Latin letters, the one in its place. */
function letterOf(event) {
  if (event.shiftKey) return null;
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(event.code);
  return place && /[^\x00-\x7f]/.test(event.key) ? place[1].toLowerCase() : null;
}
