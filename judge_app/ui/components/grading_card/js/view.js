/** Draws a session on the card's elements. Reads the session, never changes it. */

import { isJudged } from "./desk.js";
import { afterPaint, element, setText } from "./dom.js";
import { guidelineNodes, scaleRows } from "./guidelines.js";
import { keysOfGrade } from "./keys.js";
import { effectPanel, summaryNote, summaryRows } from "./panels.js";
import { Reader } from "./reader.js";
import {
  lastText,
  messageFor,
  progressParts,
  statusText,
  statusTone,
  verdictText,
} from "./status.js";

const MESSAGES = new Set([
  "loading", "empty", "done", "waiting", "expired", "offline", "forbidden", "invalid",
]);

export class View {
  /** @type {Record<string, HTMLElement>} elements of the card by their data-part, in camel case */
  parts;
  reader;

  #scale = [];
  #pair = null;
  #queryId = null;
  #effect = null;
  #finished = undefined;
  #warnings = null;
  #gradeButtons = [];

  /** @param {ParentNode} root holds the markup of card.html */
  constructor(root) {
    this.parts = partsOf(root);
    const { scroller, title, text, matches } = this.parts;
    this.reader = new Reader({ scroller, title, body: text, counter: matches });
  }

  /** What the page decides: the scale and the guidelines. */
  setUp({ scale, guidelines }) {
    const { parts } = this;
    if (JSON.stringify(scale) !== JSON.stringify(this.#scale)) {
      this.#scale = scale;
      this.#gradeButtons = scale.map(gradeButton);
      parts.grades.replaceChildren(...this.#gradeButtons.toReversed());
      parts.grades.style.setProperty("--grades", scale.length);
      const keys = scale.map((step, index) => keysOfGrade(step.grade, index));
      parts.helpDigits.replaceChildren(...keyCaps(keys.map(([digit]) => digit)));
      parts.helpLetters.replaceChildren(...keyCaps(keys.map(([, letter]) => letter)));
      parts.scale.replaceChildren(...scaleRows(scale.toReversed()));
    }
    parts.guidelinesBody.replaceChildren(...guidelineNodes(guidelines));
  }

  /**
   * @param {import("./session.js").Session} session
   * @param {{note: boolean, find: boolean}} open which fields are open
   * @returns {boolean} whether another pair has come on screen
   */
  draw(session, open) {
    const { phase } = session;
    const { shown } = session.desk;
    const pair = phase === "grading" ? shown : null;
    const isNew = pair !== this.#pair;
    this.#drawFrame(phase, pair);
    if (isNew && pair) this.#stampPaint();
    if (isNew) this.#drawPair(pair, session.verdicts.note);
    this.#drawJudgment(session.desk, pair, open);
    this.#drawLine(session, (phase === "pause" ? session.summary.finished : shown)?.query_id);
    this.#drawEffect(session, shown);
    if (phase === "pause") this.#drawPause(session.summary.finished);
    if (MESSAGES.has(phase)) this.#drawMessage(phase, session);
    this.#drawWarnings(session.warnings);
    this.#expose(session, phase, pair);
    return isNew && pair !== null;
  }

  #drawFrame(phase, pair) {
    const { parts } = this;
    parts.need.hidden = !pair;
    parts.work.hidden = !pair;
    parts.pause.hidden = phase !== "pause";
    parts.message.hidden = !MESSAGES.has(phase);
  }

  #drawPair(pair, note) {
    const { parts } = this;
    this.#pair = pair;
    if (!pair) {
      this.reader.clear();
      return;
    }
    this.#drawQuery(pair);
    parts.noteField.value = note;
    setText(parts.noteLabel, note ? "Edit note" : "Note");
    parts.findField.value = "";
    this.reader.show(pair);
    setText(parts.announcement, `Document: ${pair.title || pair.doc_id}`);
  }

  #drawQuery({ query_id: queryId, query, narrative }) {
    const { parts } = this;
    const isNew = this.#queryId !== queryId;
    parts.fresh.hidden = !isNew || this.#queryId === null;
    if (!isNew) return;
    this.#queryId = queryId;
    setText(parts.query, query);
    setText(parts.narrative, narrative);
    parts.narrative.hidden = !narrative;
    this.#fold(true);
    this.measureNarrative();
  }

  #drawJudgment(desk, pair, open) {
    const { parts } = this;
    parts.lookback.hidden = !desk.isLookingBack && !pair?.later;
    parts.lookbackTools.hidden = !desk.isLookingBack;
    parts.note.hidden = !open.note;
    parts.noteOpen.setAttribute("aria-expanded", String(open.note));
    parts.find.hidden = !open.find;
    parts.findOpen.hidden = open.find;
    if (!pair) return;
    const verdict = verdictText(pair, this.#scale);
    setText(parts.verdict, desk.isLookingBack ? verdict : "You put this off earlier.");
    parts.withdraw.hidden = !isJudged(pair);
    const given = pair.mine?.verdict === "graded" ? String(pair.mine.grade) : null;
    for (const button of this.#gradeButtons) {
      button.setAttribute("aria-pressed", String(button.dataset.grade === given));
    }
  }

  #drawLine(session, queryId) {
    const { parts } = this;
    const progress = progressParts(session, queryId);
    if (parts.progress.textContent !== progress.join("")) {
      parts.progress.replaceChildren(...progress.map((part) => element("span", {}, part)));
    }
    setText(parts.status, statusText(session));
    parts.status.dataset.tone = statusTone(session);
    setText(parts.notice, session.notice);
    parts.signin.hidden = session.trouble?.kind !== "expired";
    const { judged = 0, total = 0 } = session.progress?.project ?? {};
    parts.bar.setAttribute("aria-valuenow", judged);
    parts.bar.setAttribute("aria-valuemax", total);
    parts.bar.style.setProperty("--share", total ? judged / total : 0);
  }

  #drawEffect({ effect, verdicts }, shown) {
    const { parts } = this;
    const { last } = verdicts;
    parts.effect.hidden = !effect;
    if (last) setText(parts.last, lastText(last, this.#scale));
    if (!effect || effect === this.#effect) return;
    this.#effect = effect;
    parts.effectBody.replaceChildren(...effectPanel(effect, effect.query_id === shown?.query_id));
  }

  #drawPause(finished) {
    const { parts } = this;
    if (finished === this.#finished) return;
    this.#finished = finished;
    const lead = finished ? "Every pooled document of this query is judged." : "Saving…";
    setText(parts.pauseLead, lead);
    setText(parts.pauseQuery, finished ? finished.query : "");
    parts.systems.replaceChildren(...(finished ? summaryRows(finished) : []));
    setText(parts.pauseNote, finished ? summaryNote(finished) : "");
    parts.continue.hidden = !finished;
  }

  #drawMessage(phase, session) {
    const { parts } = this;
    const { title, text } = messageFor(phase, session);
    setText(parts.messageTitle, title);
    setText(parts.messageText, text);
    parts.messageSignin.hidden = phase !== "expired";
    parts.messageBack.hidden = !["done", "waiting"].includes(phase);
  }

  #drawWarnings(warnings) {
    if (warnings === this.#warnings) return;
    this.#warnings = warnings;
    this.parts.warnings.replaceChildren(...warnings.map(warningLine));
  }

  /** What tests and benchmarks may wait for. */
  #expose(session, phase, pair) {
    const { dataset } = this.parts.card;
    dataset.state = phase;
    dataset.queryId = pair?.query_id ?? "";
    dataset.docId = pair?.doc_id ?? "";
    dataset.grade = pair?.mine?.grade ?? "";
    dataset.verdict = pair?.mine?.verdict ?? "";
    dataset.lookingBack = session.desk.isLookingBack;
    dataset.held = session.desk.held.length;
    dataset.unsent = session.unsent;
  }

  /** Asked for before the document is drawn, so that the stamp comes before its long end. */
  #stampPaint() {
    const { dataset } = this.parts.card;
    afterPaint(() => {
      dataset.shownAt = performance.now().toFixed(1);
    });
  }

  unfoldNarrative() {
    this.#fold(this.parts.need.classList.contains("unfolded"));
  }

  #fold(isFolded) {
    const { need, more } = this.parts;
    need.classList.toggle("unfolded", !isFolded);
    more.setAttribute("aria-expanded", String(!isFolded));
    setText(more, isFolded ? "Show all" : "Show less");
  }

  /** The button that unfolds the narrative is there where the narrative does not fit. */
  measureNarrative() {
    const { narrative, more, need } = this.parts;
    if (need.classList.contains("unfolded")) return;
    more.hidden = narrative.scrollHeight <= narrative.clientHeight + 1;
  }
}

function partsOf(root) {
  const named = [...root.querySelectorAll("[data-part]")];
  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(named.map((part) => [camel(part.dataset.part), part]));
}

function gradeButton(step, index) {
  const [digit, letter] = keysOfGrade(step.grade, index);
  return element(
    "button",
    {
      type: "button",
      "data-command": "grade",
      "data-grade": step.grade,
      "aria-keyshortcuts": [digit, letter].filter(Boolean).join(" "),
      "aria-pressed": "false",
    },
    element("kbd", {}, String(step.grade)),
    element("span", { class: "label" }, step.label, element("small", {}, step.description)),
    letter ? element("kbd", { class: "other-key" }, letter) : "",
  );
}

function warningLine({ title, message, isSaved }, index) {
  const attributes = { type: "button", "data-command": "dismiss", "data-index": index };
  return element(
    "p",
    {},
    element("span", {}, `${isSaved ? "Saved, but" : "Not saved"}: ${title}. ${message}`),
    element("button", attributes, "Dismiss"),
  );
}

function keyCaps(keys) {
  return keys.filter(Boolean).flatMap((key) => [element("kbd", {}, key), " "]);
}
