/** Draws a session on the card's elements. Reads the session, never changes it. */

import { isJudged } from "./desk.js";
import { afterPaint, element, setText } from "./dom.js";
import { guidelineNodes, scaleRows } from "./guidelines.js";
import { Grades } from "./grades.js";
import { keysOfGrade } from "./keys.js";
import { Need } from "./need.js";
import { OwnView } from "./own_view.js";
import { effectPanel } from "./panels.js";
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
  need;

  #scale = [];
  #pair = null;
  #effect = null;
  #warnings = null;
  #grades;
  #own;

  /** @param {ParentNode} root holds the markup of card.html */
  constructor(root) {
    this.parts = partsOf(root);
    const { scroller, title, text, matches } = this.parts;
    this.reader = new Reader({ scroller, title, body: text, counter: matches });
    this.need = new Need(this.parts);
    this.#own = new OwnView(this.parts);
    this.#grades = new Grades(this.parts.grades, this.parts.whole);
  }

  /** What the page decides: the scale and the guidelines. */
  setUp({ api, scale, guidelines }) {
    const { parts } = this;
    this.reader.api = api;
    if (JSON.stringify(scale) !== JSON.stringify(this.#scale)) {
      this.#scale = scale;
      this.#grades.setUp(scale);
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
    const pair = phase === "grading" || phase === "feedback" ? session.onScreen : null;
    const isNew = pair !== this.#pair;
    this.#drawFrame(phase, pair);
    if (isNew && pair) this.#stampPaint();
    if (isNew) this.#drawPair(pair, session.verdicts.note);
    if (isNew) this.reader.loadAhead(session.desk.held);
    this.#drawJudgment(session.desk, pair, open);
    this.#drawGrades(session.practice.current, pair);
    const isPause = phase === "pause";
    this.#drawLine(session, (isPause ? session.summary.finished : session.onScreen)?.query_id);
    this.#own.drawPractice(session.practice.current, pair, this.#scale);
    this.#own.drawDay(session.day);
    this.#own.drawBreak(session.breaks, phase !== "feedback");
    this.#drawEffect(session.replies.effect, session.verdicts.last, shown);
    if (isPause) this.#own.drawPause(session.summary.finished, this.#scale);
    if (MESSAGES.has(phase)) this.#drawMessage(phase, session);
    this.#drawWarnings(session.replies.warnings);
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
    this.need.draw(pair);
    parts.noteField.value = note;
    setText(parts.noteLabel, note ? "Edit note" : "Note");
    parts.findField.value = "";
    this.reader.show(pair);
    setText(parts.announcement, `Document: ${pair.title || pair.doc_id}`);
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
    if (desk.isLookingBack) parts.fresh.hidden = true;
    const verdict = verdictText(pair, this.#scale);
    setText(parts.verdict, desk.isLookingBack ? verdict : "You put this off earlier.");
    parts.withdraw.hidden = !isJudged(pair);
    this.#own.drawHistory(desk.isLookingBack ? pair.history : undefined, this.#scale);
  }

  #drawGrades(practice, pair) {
    const given = pair?.mine?.verdict === "graded" ? pair.mine.grade : null;
    this.#grades.draw(given, practice?.told?.grade ?? null, practice === null);
  }

  /** @param {import("./text_size.js").TextSize} size */
  drawTextSize({ size, isSmallest, isLargest }) {
    const { parts } = this;
    parts.card.style.setProperty("--reading-size", size);
    parts.smaller.disabled = isSmallest;
    parts.larger.disabled = isLargest;
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

  #drawEffect(effect, last, shown) {
    const { parts } = this;
    parts.effect.hidden = !effect;
    if (last) setText(parts.last, lastText(last, this.#scale));
    if (!effect || effect === this.#effect) return;
    this.#effect = effect;
    parts.effectBody.replaceChildren(...effectPanel(effect, effect.query_id === shown?.query_id));
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
}

function partsOf(root) {
  const named = [...root.querySelectorAll("[data-part]")];
  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(named.map((part) => [camel(part.dataset.part), part]));
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
