/** A document that is a picture: fitted to the window, in its own size on request. */

import { element } from "./dom.js";

const AHEAD = 3;
const KEPT = 8;

/** The next pictures, so that they are there at once. @type {Map<string, HTMLImageElement>} */
const loadedAhead = new Map();

/**
 * @typedef {{element: Element, isReady: boolean}} PictureOnScreen
 *   `isReady`: whether the picture can be seen.
 */

/**
 * @param {import("./desk.js").Pair} pair of kind image
 * @param {string} api path of the API
 * @param {() => void} goOn called when the person has used a button of the picture
 * @returns {PictureOnScreen}
 */
export function pictureOnScreen(pair, api, goOn) {
  const image = element("img", {
    alt: pair.title || `Picture ${pair.doc_id}`,
    width: pair.width,
    height: pair.height,
    decoding: "sync",
  });
  const button = element("button", { type: "button", "aria-pressed": "false" }, "Full size");
  const failure = element("p", { class: "nothing", role: "alert" });
  const frame = element("div", { class: "picture" }, image, failure, button);
  const shown = { element: frame, isReady: false };
  button.hidden = true;
  failure.hidden = true;
  const turn = () => {
    const isLarge = frame.classList.toggle("large");
    button.setAttribute("aria-pressed", String(isLarge));
    button.textContent = isLarge ? "Fit to the window" : "Full size";
    goOn();
  };
  image.addEventListener("load", () => {
    shown.isReady = true;
    button.hidden = image.naturalWidth <= image.clientWidth;
    frame.classList.toggle("can-grow", !button.hidden);
  });
  image.addEventListener("error", () => {
    image.hidden = true;
    failure.hidden = false;
    failure.textContent = "The picture could not be loaded. Reload the page, or choose X or L.";
  });
  image.addEventListener("click", () => !button.hidden && turn());
  button.addEventListener("click", turn);
  image.src = addressOf(pair, api);
  return shown;
}

/**
 * @param {import("./desk.js").Pair[]} pairs in the order in which they will be shown
 * @param {string} api path of the API
 */
export function loadPicturesAhead(pairs, api) {
  for (const pair of pairs.filter(({ kind }) => kind === "image").slice(0, AHEAD)) {
    const address = addressOf(pair, api);
    if (loadedAhead.has(address)) continue;
    const image = new Image();
    image.src = address;
    loadedAhead.set(address, image);
    if (loadedAhead.size > KEPT) loadedAhead.delete(loadedAhead.keys().next().value);
  }
}

/** The address names the bytes, so that the browser may keep them. */
function addressOf({ doc_id: docId, fingerprint }, api) {
  return `${api}/images/${encodeURIComponent(fingerprint)}?document=${encodeURIComponent(docId)}`;
}
