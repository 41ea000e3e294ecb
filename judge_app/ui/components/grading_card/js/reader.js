/** The document on screen: its text in pieces the browser can skip, and the matches in it. */

import { loadPicturesAhead, pictureOnScreen } from "./document_image.js";
import { pageSections } from "./document_page.js";
import { textSections } from "./document_text.js";
import { afterPaint, element, setText } from "./dom.js";
import { clearMatches, paintMatches, placeOf } from "./highlights.js";
import { plural } from "./numbers.js";
import { matchesIn, Passage } from "./passages.js";
import { findTyped, QueryMatcher } from "./words.js";

/** Sections on screen, or nearly, when a document opens; the others follow after the paint. */
const FIRST_SECTIONS = 2;
/** So many more are drawn at once, then keys and scrolling have their turn. */
const NEXT_SECTIONS = 20;
/** Where a match comes to stand, as a share of the window's height. */
const READING_HEIGHT = 0.3;
/** A little less than a window, so that the eye finds its line again. */
const PAGE_SHARE = 0.9;
const PAGES = new Set(["html", "markdown"]);

export class Reader {
  /** Path of the API, where pictures come from. */
  api = "";

  #scroller;
  #title;
  #body;
  #counter;
  /** @type {Passage[]} every text on screen, title first */
  #passages = [];
  /** @type {import("./document_image.js").PictureOnScreen | null} */
  #picture = null;
  #query = null;
  #matcher = null;
  #queryMatches = [];
  #typed = "";
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

  /** Whether all of the document can be seen that a grade is about: a picture has to arrive. */
  get isReady() {
    return this.#picture?.isReady ?? true;
  }

  /** @param {import("./desk.js").Pair} pair with its text */
  show(pair) {
    const sections = sectionsOfPair(pair);
    this.#passages = [];
    this.#typed = "";
    this.#typedMatches = null;
    this.#current = -1;
    this.#matchFor(pair.query);
    this.#picture = pair.kind === "image" ? pictureOnScreen(pair, this.api, () => this.focus()) : null;
    this.#body.classList.toggle("page", PAGES.has(pair.kind));
    const first = this.#picture ? [this.#picture.element] : [];
    if (!sections.length && PAGES.has(pair.kind)) first.push(nothingToShow());
    this.#body.replaceChildren(...first, ...this.#drawn(sections.slice(0, FIRST_SECTIONS)));
    this.#showTitle(pair.title);
    this.#queryMatches = this.#matchesIn(this.#passages);
    this.#paint();
    this.#scroller.scrollTop = 0;
    this.#scroller.setAttribute("aria-label", `Document: ${pair.title || pair.doc_id}`);
    if (sections.length > FIRST_SECTIONS) this.#showRest(sections.slice(FIRST_SECTIONS));
  }

  /** Pages mostly begin with their title: it need not stand there twice. */
  #showTitle(text) {
    const isRepeated = letters(text) === letters(this.#passages[0]?.text ?? "");
    const title = new Passage();
    this.#title.replaceChildren(title.add(isRepeated ? "" : text));
    this.#title.hidden = isRepeated || !text;
    this.#passages.unshift(title);
  }

  /** @param {import("./desk.js").Pair[]} pairs that will be shown next */
  loadAhead(pairs) {
    loadPicturesAhead(pairs, this.api);
  }

  /** The end of a long document, unless another one has been opened meanwhile. */
  #showRest(sections) {
    const passages = this.#passages;
    setText(this.#counter, "…");
    afterPaint(() => {
      if (passages !== this.#passages) return;
      const known = passages.length;
      for (const section of this.#drawn(sections.slice(0, NEXT_SECTIONS))) {
        this.#body.append(section);
      }
      for (const match of this.#matchesIn(passages.slice(known))) this.#queryMatches.push(match);
      if (sections.length > NEXT_SECTIONS) this.#showRest(sections.slice(NEXT_SECTIONS));
      else this.#showAllMatches();
    });
  }

  /** Once, since to paint some thousands of matches takes a while. */
  #showAllMatches() {
    if (this.#typed) this.find(this.#typed);
    else this.#paint();
  }

  clear() {
    this.#passages = [];
    this.#picture = null;
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
    this.#typed = typed;
    this.#typedMatches = typed.trim()
      ? matchesIn(this.#passages, (text) => findTyped(text, typed))
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

  #sectionOf({ lines, draw }) {
    const section = element("div", { class: "section" });
    section.style.setProperty("--lines", lines);
    const { nodes, passages } = draw();
    section.append(...nodes);
    for (const passage of passages) this.#passages.push(passage);
    return section;
  }

  #matchFor(query) {
    if (query === this.#query) return;
    this.#query = query;
    this.#matcher = new QueryMatcher(query);
  }

  #matchesIn(passages) {
    return matchesIn(passages, (text) => this.#matcher.matches(text));
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

function sectionsOfPair({ kind, text }) {
  return PAGES.has(kind) ? pageSections(text) : textSections(text);
}

const letters = (text) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

function nothingToShow() {
  return element("p", { class: "nothing" }, "Nothing of this page can be shown. Choose X.");
}
