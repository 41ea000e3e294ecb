/**
 * Grades in one page as a person would, and times every press from inside the page. A document
 * is told by its first words, "Document <id>.", as they stand on the screen, never by what the
 * page says of itself.
 */

/** Even a quick person looks at a document before grading it. */
const SHORTEST_LOOK_MS = 100;

class CardPage {
  constructor() {
    const hosts = [...document.querySelectorAll("*")].filter((node) => node.shadowRoot);
    const roots = hosts.map((host) => host.shadowRoot);
    this.root = roots.find((root) => root.querySelector("[data-part=card]"));
  }

  get place() {
    return this.root.querySelector("[data-part=text]");
  }

  /** The next document does not wait for this. */
  get isSaved() {
    return this.#told.unsent === "0";
  }

  get #told() {
    return this.root.querySelector("[data-part=card]").dataset;
  }

  press(grade) {
    this.#strike(String(grade), `Digit${grade}`);
  }

  /** @returns {boolean} whether the summary of a finished query was in the way */
  goOn() {
    const isPause = this.#told.state === "pause";
    if (isPause) this.#strike("Enter", "Enter");
    return isPause;
  }

  #strike(key, code) {
    const options = { key, code, bubbles: true, composed: true, cancelable: true };
    window.dispatchEvent(new KeyboardEvent("keydown", options));
    window.dispatchEvent(new KeyboardEvent("keyup", options));
  }
}

class ButtonPage {
  root = document;
  /** A grade is stored before the next document comes. */
  isSaved = true;

  get place() {
    return document.querySelector("[data-testid=stText]");
  }

  press(grade) {
    const buttons = [...document.querySelectorAll("[data-testid=stButton] button")];
    buttons.find((button) => button.textContent.startsWith(String(grade))).click();
  }

  goOn() {
    return false;
  }
}

const PAGES = { card: CardPage, buttons: ButtonPage };

/** @returns {string | null} id of the document on screen */
function documentOn(page) {
  let node = page.place;
  while (node?.firstChild) node = node.firstChild;
  return /^Document (\S+)\./.exec(node?.data?.slice(0, 40) ?? "")?.[1] ?? null;
}

/**
 * Waits until a document other than `before` is in the page.
 * @returns {Promise<{id: string | null, paused: boolean}>} id null when none came in time
 */
function otherDocument(page, before, patience) {
  return new Promise((resolve) => {
    let paused = false;
    const finish = (id) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve({ id, paused });
    };
    const look = () => {
      paused = page.goOn() || paused;
      const id = documentOn(page);
      if (id !== null && id !== before) finish(id);
    };
    const observer = new MutationObserver(look);
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(page.root, changes);
    const timer = setTimeout(() => finish(null), patience);
    look();
  });
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The second frame begins when the first, which has the change, has been drawn. */
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Whether this page is drawn at all; a page in the background may not be. */
window.hasFrames = () =>
  Promise.race([painted().then(() => true), sleep(3_000).then(() => false)]);

/**
 * @param {object} settings
 * @param {"card" | "buttons"} settings.kind
 * @param {[number, number][]} settings.presses each grade, and the milliseconds from the press
 *   before it
 * @param {number} settings.patience milliseconds to wait for a document
 * @param {boolean} settings.isTimed false where no frames come
 * @returns {Promise<{id: string, grade: number, next: string | null, paused: boolean,
 *   milliseconds: number | null}[]>} ends early when no further document came
 */
window.gradeAsPerson = async ({ kind, presses, patience, isTimed }) => {
  const page = new PAGES[kind]();
  const records = [];
  let pressedAt = performance.now();
  for (const [grade, wait] of presses) {
    const now = performance.now();
    await sleep(Math.max(SHORTEST_LOOK_MS, pressedAt + wait - now));
    const { id } = await otherDocument(page, null, patience);
    if (id === null) break;
    pressedAt = performance.now();
    page.press(grade);
    const { id: next, paused } = await otherDocument(page, id, patience);
    if (isTimed && next !== null) await painted();
    const milliseconds = isTimed && next !== null ? performance.now() - pressedAt : null;
    records.push({ id, grade, next, paused, milliseconds });
    if (next === null) break;
  }
  return records;
};

/** Gives up after a while: what is missing then shows in the count of what was stored. */
window.waitUntilSaved = async ({ kind, patience }) => {
  const page = new PAGES[kind]();
  const end = performance.now() + patience;
  while (!page.isSaved && performance.now() < end) await sleep(50);
};
