/** The two places where the card shows scores: after a grade, and at the end of a query. */

import { element } from "./dom.js";
import { percent, score } from "./numbers.js";

const UNDEFINED = "undefined while nothing relevant is known";

/**
 * An interval on the scale from 0 to 1.
 * @param {{low: number, high: number, value: number | null}} now
 * @param {{low: number, high: number} | null} before drawn in grey underneath
 */
function intervalBar(now, before) {
  const track = element("span", { class: "track", role: "img" });
  track.setAttribute("aria-label", intervalText(now));
  if (before) track.append(segment("before", before));
  track.append(segment("now", now));
  if (now.value !== null) {
    const tick = element("b");
    tick.style.insetInlineStart = `${now.value * 100}%`;
    track.append(tick);
  }
  return track;
}

function segment(className, { low, high }) {
  const bar = element("i", { class: className });
  bar.style.insetInlineStart = `${low * 100}%`;
  bar.style.inlineSize = `${(high - low) * 100}%`;
  return bar;
}

function intervalText({ low, high, value }) {
  const range = `between ${score(low)} and ${score(high)}`;
  return value === null ? range : `${score(value)}, ${range}`;
}

function rangeText({ low, high }) {
  return `${score(low)} – ${score(high)}`;
}

function cutoffOf(measure) {
  return /@(\d+)/.exec(measure)?.[1] ?? null;
}

/**
 * What the last judgment did to all systems together on its query.
 * @param {object} effect as the API sends it
 * @param {boolean} isSameQuery whether that query is the one on screen
 */
export function effectPanel(effect, isSameQuery) {
  const now = { low: effect.low, high: effect.high, value: effect.value };
  const before = { low: effect.low_before, high: effect.high_before };
  const isDefined = now.low !== null && now.high !== null;
  const wasDefined = before.low !== null && before.high !== null;
  const cutoff = cutoffOf(effect.measure);
  return [
    element(
      "div",
      { class: "interval" },
      isDefined ? intervalBar(now, wasDefined ? before : null) : UNDEFINED,
      isDefined ? element("span", { class: "figure" }, rangeText(now)) : "",
    ),
    element(
      "p",
      { class: "coverage" },
      cutoff ? `Judged in their top ${cutoff}: ` : "Judged: ",
      element("b", {}, `${percent(effect.coverage_before)} → ${percent(effect.coverage_after)}`),
    ),
    element(
      "details",
      { class: "explanation" },
      element(
        "summary",
        {},
        `${effect.measure}, all systems on ${isSameQuery ? "this" : "the previous"} query`,
      ),
      "The mean of all systems. The blue bar is where it can still end while documents are " +
        "unjudged, grey is what your grade ruled out, the mark is its value now.",
    ),
  ];
}

/** The systems of a finished query, without names. */
export function summaryRows(summary) {
  return (summary.systems ?? []).map((system) => {
    const isDefined = system.low !== null && system.high !== null;
    return element(
      "li",
      { class: "system" },
      element("b", { class: "name" }, system.name),
      isDefined ? intervalBar(system, null) : element("span", { class: "undefined" }, UNDEFINED),
      element("span", { class: "figure" }, isDefined ? systemFigure(system) : "–"),
    );
  });
}

/** What the bars of a finished query mean. */
export function summaryNote({ measure, systems }) {
  if (!systems) return "";
  const isOpen = systems.some(({ low, high }) => low !== high);
  const bars = isOpen ? " A bar is what its unjudged documents still leave possible." : "";
  return `${measure} of each system on this query; unnamed, in random order.${bars}`;
}

function systemFigure({ low, high, value }) {
  if (low === high) return score(low);
  const range = rangeText({ low, high });
  return value === null ? range : `${score(value)} (${range})`;
}
