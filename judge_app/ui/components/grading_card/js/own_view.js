/** Draws what the card says of the person's own work, on the elements of card.html. */

import { setText } from "./dom.js";
import { summaryNote, summaryRows } from "./panels.js";
import {
  breakNodes,
  dayLine,
  dayRows,
  gradeRows,
  historyRows,
  practiceText,
  queryLead,
} from "./told.js";

export class OwnView {
  parts;

  #history = null;
  #day = {};
  #isBreak = false;
  #finished = undefined;

  /** @param {Record<string, HTMLElement>} parts of the card by name */
  constructor(parts) {
    this.parts = parts;
  }

  /** Everything said of the pair, where there is more than the last word. */
  drawHistory(words, scale) {
    const { parts } = this;
    if (words === this.#history) return;
    this.#history = words;
    parts.history.hidden = !words || words.length < 2;
    parts.historyRows.replaceChildren(...historyRows(words ?? [], scale));
  }

  /** A practice pair is marked as one; after its grade, the agreed answer stands above it. */
  drawPractice(current, pair, scale) {
    const { parts } = this;
    const isAnswered = current !== null;
    parts.practice.hidden = !pair?.practice;
    parts.feedback.hidden = !isAnswered;
    if (!isAnswered) return;
    const { title, text } = practiceText(current, scale);
    setText(parts.feedbackTitle, title);
    setText(parts.feedbackText, text);
    parts.feedback.dataset.tone = current.told?.is_right ? "right" : "";
    parts.feedbackContinue.hidden = !current.told;
  }

  drawDay(day) {
    const { parts } = this;
    parts.dayOpen.hidden = !day.told;
    if (!day.told) return;
    setText(parts.dayOpen, dayLine(day));
    if (day.told === this.#day.told && day.graded === this.#day.graded) return;
    this.#day = { told: day.told, graded: day.graded };
    parts.dayRows.replaceChildren(...dayRows(day));
    setText(parts.dayNote, day.told.explanation);
  }

  drawBreak({ isShown: isDue, minutes, isOn }, isFree) {
    const { parts } = this;
    const isShown = isDue && isFree;
    parts.breaks.checked = isOn;
    if (isShown === this.#isBreak) return;
    this.#isBreak = isShown;
    parts.break.replaceChildren(...(isShown ? breakNodes(minutes) : []));
  }

  drawPause(finished, scale) {
    const { parts } = this;
    if (finished === this.#finished) return;
    this.#finished = finished;
    setText(parts.pauseLead, finished ? queryLead(finished) : "Saving…");
    const isWhole = finished && finished.judged >= finished.total;
    setText(parts.kicker, isWhole ? "Query finished" : "End of a query");
    parts.given.replaceChildren(...(finished ? gradeRows(finished, scale) : []));
    setText(parts.pauseQuery, finished ? finished.query : "");
    parts.systems.replaceChildren(...(finished ? summaryRows(finished) : []));
    setText(parts.pauseNote, finished ? summaryNote(finished) : "");
    parts.continue.hidden = !finished;
  }
}
