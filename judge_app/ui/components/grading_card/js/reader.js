/** The document on screen: its text in pieces the browser can skip, and the matches in it. */

import { afterPaint, element, setText } from "./dom.js";
import { clearMatches, paintMatches, placeOf } from "./highlights.js";
import { plural } from "./numbers.js";
import { sectionsOf } from "./paragraphs.js";
import { findTyped, QueryMatcher } from "./words.js";

/** Sections on screen, or nearly, when a document opens; the others follow after the paint. */
const FIRST_SECTIONS = 2;
/** Where a match comes to stand, as a share of the window's height. */
const READING_HEIGHT = 0.3;
/** A little less than a window, so that the eye finds its line again. */
const PAGE_SHARE = 0.9;

export class Reader {
  #scroller;
  #title;
  #body;
  #counter;
  /** @type {Text[]} every piece of text on screen, title first */
  #texts = [];
  #query = null;
  #matcher = null;
  #queryMatches = [];
  /** Matches of what is typed into the find field; null while it is empty. */
  #typedMatches = null;
  #current = -1;

  /** @param {{scroller: Element, title: Element, body: Element, counter: Element}} places */
  constructor({ scroller, title, body, counter }) {
    this.#scroller = scroller;
    this.#title = title;
    this.#body = body;
    this.#counter = counter;
  }

  /** @param {import("./desk.js").Pair} pair with its text */
  show(pair) {
    const sections = sectionsOf(pair.text);
    this.#texts = [];
    this.#typedMatches = null;
    this.#current = -1;
    this.#matchFor(pair.query);
    this.#title.replaceChildren(this.#keep(pair.title));
    this.#title.hidden = !pair.title;
    this.#body.replaceChildren(...this.#drawn(sections.slice(0, FIRST_SECTIONS)));
    this.#queryMatches = this.#matchesIn(this.#texts);
    this.#paint();
    this.#scroller.scrollTop = 0;
    this.#scroller.setAttribute("aria-label", `Document: ${pair.title || pair.doc_id}`);
    if (sections.length > FIRST_SECTIONS) this.#showRest(sections.slice(FIRST_SECTIONS));
  }

  /** The end of a long document, unless another one has been opened meanwhile. */
  #showRest(sections) {
    const texts = this.#texts;
    setText(this.#counter, "…");
    afterPaint(() => {
      if (texts !== this.#texts) return;
      const known = texts.length;
      this.#body.append(...this.#drawn(sections));
      this.#queryMatches.push(...this.#matchesIn(texts.slice(known)));
      this.#paint();
    });
  }

  clear() {
    this.#texts = [];
    this.#body.replaceChildren();
    clearMatches();
  }

  /** Goes to the next (1) or previous (-1) match, round the end. */
  jump(step) {
    const matches = this.#typedMatches ?? this.#queryMatches;
    if (!matches.length) return;
    const start = this.#current < 0 && step < 0 ? 0 : this.#current;
    this.#current = (start + step + matches.length) % matches.length;
    this.#markCurrent();
    this.#bringIntoView(matches[this.#current]);
  }

  /** Marks a typed text wherever it occurs; the first place comes into view. */
  find(typed) {
    this.#typedMatches = typed.trim()
      ? matchesBy(this.#texts, (text) => findTyped(text, typed))
      : null;
    this.#current = -1;
    this.#paint();
    if (this.#typedMatches) this.jump(1);
  }

  focus() {
    this.#scroller.focus({ preventScroll: true });
  }

  scrollPage(direction) {
    this.#scroller.scrollBy({ top: direction * PAGE_SHARE * this.#scroller.clientHeight });
  }

  #drawn(sections) {
    return sections.map((section) => this.#sectionOf(section));
  }

  #sectionOf({ paragraphs, lines }) {
    const section = element("div", { class: "section" });
    section.style.setProperty("--lines", lines);
    for (const { text, continues } of paragraphs) {
      const paragraph = element("p", {}, this.#keep(text));
      if (continues) paragraph.className = "continues";
      section.append(paragraph);
    }
    return section;
  }

  #keep(text) {
    const node = document.createTextNode(text);
    this.#texts.push(node);
    return node;
  }

  #matchFor(query) {
    if (query === this.#query) return;
    this.#query = query;
    this.#matcher = new QueryMatcher(query);
  }

  #matchesIn(texts) {
    return matchesBy(texts, (text) => this.#matcher.matches(text));
  }

  #paint() {
    paintMatches("query", this.#queryMatches);
    paintMatches("typed", this.#typedMatches ?? []);
    this.#markCurrent();
  }

  #markCurrent() {
    const matches = this.#typedMatches ?? this.#queryMatches;
    const current = matches[this.#current];
    paintMatches("current", current ? [current] : []);
    setText(this.#counter, this.#countText(matches.length));
  }

  #countText(total) {
    if (!total) return this.#typedMatches ? "not found" : "no matches";
    const all = plural(total, "match", "matches");
    return this.#current < 0 ? all : `${this.#current + 1} of ${all}`;
  }

  /** Twice: sections that come into view for the first time correct their guessed heights. */
  #bringIntoView(match) {
    this.#scrollTo(match);
    requestAnimationFrame(() => match.node.isConnected && this.#scrollTo(match));
  }

  #scrollTo(match) {
    const top = placeOf(match).top - this.#scroller.getBoundingClientRect().top;
    this.#scroller.scrollTop += top - READING_HEIGHT * this.#scroller.clientHeight;
  }
}

/** @returns {import("./highlights.js").Match[]} */
function matchesBy(texts, find) {
  return texts.flatMap((node) => find(node.data).map(([start, end]) => ({ node, start, end })));
}
