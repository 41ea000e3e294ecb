/**
 * A document of HTML (or of Markdown, which the server has turned into HTML), shown safely.
 *
 * Second of two walls: the server has cleaned the page already (services/shown.py). Here the page
 * is parsed into a document of its own that has no window, so that nothing in it loads or runs,
 * and the card then makes new elements: those on the list below, by its own hand, without any
 * attribute but a direction, a number, or a picture that is data. Markup never reaches a document
 * that could act on it, so it does not matter how a browser would understand a hostile string.
 *
 * Not a sandboxed frame: highlights, find, keys, text size and colours would have to cross its
 * border, it takes the keyboard, and it appears later than the page around it. What a frame keeps
 * out (script, style, forms, loading) cannot get in here in the first place.
 */

import { element } from "./dom.js";
import { blocksOf } from "./page_blocks.js";
import { LINE_LENGTH, SECTION_LENGTH } from "./paragraphs.js";
import { Passage } from "./passages.js";

/** Deeper ones lose their frames, not their words. */
const DEEPEST = 20;
const MOST_SPANNED = 50;
const DATA_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i;

/** What is shown as what; anything else gives only what is inside it. */
const SHOWN = new Map([
  ...`p ul ol li dl dt dd table caption thead tbody tfoot tr td th pre blockquote hr br wbr em strong
    b i u s del ins sub sup small mark code kbd samp var q cite dfn bdi bdo ruby rt rp`
    .split(/\s+/)
    .map((name) => [name, name]),
  ["h1", "h3"],
  ["h2", "h4"],
  ["h3", "h5"],
  ["h4", "h6"],
  ["h5", "h6"],
  ["h6", "h6"],
  ["strike", "s"],
  ["tt", "code"],
]);
const BREAKS = new Set(
  "p ul ol li dl dt dd table caption tr td th pre blockquote hr br h1 h2 h3 h4 h5 h6 div".split(" "),
);

/**
 * @param {string} html cleaned by the server
 * @returns {import("./document_text.js").Section[]}
 */
export function pageSections(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const sections = [];
  let blocks = null;
  let length = SECTION_LENGTH;
  for (const block of blocksOf(page.body)) {
    if (length >= SECTION_LENGTH) {
      const gathered = [];
      blocks = gathered;
      sections.push({ lines: 0, draw: () => drawnBlocks(gathered) });
      length = 0;
    }
    blocks.push(block);
    sections.at(-1).lines += linesOf(block);
    length += block.length;
  }
  return sections;
}

function linesOf({ length, nodes }) {
  return Math.ceil(length / LINE_LENGTH) + 1 + 10 * nodes.filter(isPicture).length;
}

const isPicture = (node) => node.localName === "img" && node.hasAttribute("src");

function drawnBlocks(blocks) {
  const builder = new PageBuilder();
  const nodes = blocks.flatMap((block) => builder.block(block));
  return { nodes, passages: builder.passages };
}

/** Makes the card's own nodes from those of a page. */
class PageBuilder {
  #passages = [];
  #passage = null;
  #isVerbatim = false;

  get passages() {
    return this.#passages.filter(({ text }) => text.trim());
  }

  /** @param {import("./page_blocks.js").Block} block */
  block({ nodes, around, isCut, isLoose }) {
    this.#begin();
    let made = nodes.flatMap((node) => this.#copies(node, 0));
    if (isLoose) made = [filled(element("p"), made)];
    for (const frame of around) made = [filled(this.#shell(frame) ?? element("div"), made)];
    // Inside of what finds its direction itself, nothing else may: it would not be looked at.
    for (const node of made) if (!node.dir && node.localName !== "hr") node.dir = "auto";
    made = made.map(withRoom);
    if (isCut) for (const node of made) node.classList.add("cut");
    return made;
  }

  #begin() {
    this.#passage = new Passage();
    this.#passages.push(this.#passage);
  }

  #copies(node, depth) {
    if (node.nodeType === Node.TEXT_NODE) return this.#text(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const { localName } = node;
    if (localName === "img") return [pictureOf(node, (text) => this.#passage.add(text))];
    const breaks = BREAKS.has(localName);
    if (breaks) this.#begin();
    const wasVerbatim = this.#isVerbatim;
    this.#isVerbatim ||= localName === "pre";
    const made = depth < DEEPEST ? this.#shell(node) : null;
    const inside = [...node.childNodes].flatMap((child) => this.#copies(child, depth + 1));
    this.#isVerbatim = wasVerbatim;
    if (breaks) this.#begin();
    return made ? [filled(made, inside)] : inside;
  }

  #text(data) {
    const text = this.#isVerbatim ? data : data.replace(/[\t\n\f\r ]+/g, " ");
    return text ? [this.#passage.add(text)] : [];
  }

  /** A new element in the place of one of the page's; null where only its inside is shown. */
  #shell(node) {
    const { localName } = node;
    if (localName === "a") return element("span", { class: "link" });
    const name = SHOWN.get(localName);
    if (!name) return null;
    const made = document.createElement(name);
    if (node.hasAttributes()) takeAlong(node, made);
    return made;
  }
}

/** The attributes that shape a text, by their meaning: a direction or a number. */
function takeAlong(node, made) {
  const { localName } = made;
  if (["ltr", "rtl"].includes(node.dir)) made.dir = node.dir;
  if (localName === "ol" && node.start !== 1) made.start = node.start;
  if (localName === "li" && node.value) made.value = node.value;
  if (localName !== "td" && localName !== "th") return;
  if (node.colSpan > 1) made.colSpan = Math.min(node.colSpan, MOST_SPANNED);
  if (node.rowSpan > 1) made.rowSpan = Math.min(node.rowSpan, MOST_SPANNED);
}

/** One by one: a page may hold more nodes than a call takes arguments. */
function filled(parent, nodes) {
  for (const node of nodes) parent.append(node);
  return parent;
}

/** Only what is data of a raster picture is shown; else the words that stand for it. */
function pictureOf(node, keep) {
  const source = node.getAttribute("src") ?? "";
  const alt = node.getAttribute("alt") ?? "";
  if (DATA_PICTURE.test(source)) return element("img", { src: source, alt, decoding: "async" });
  return element("span", { class: "no-picture" }, keep(alt.trim() ? `[${alt.trim()}]` : ""));
}

/** Wide tables are moved within themselves, not the page. */
function withRoom(node) {
  if (node.localName !== "table") return node;
  const attributes = { class: "wide", tabindex: "0", role: "region", "aria-label": "Table" };
  return element("div", attributes, node);
}
