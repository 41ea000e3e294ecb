/** What the card draws of the person's own work: the day, a finished query, practice, history. */

import { WORK_MINUTES } from "./breaks.js";
import { element } from "./dom.js";
import { count, duration, percent, plural, range } from "./numbers.js";
import { gradeText } from "./status.js";

/** One line, for the top of the card. */
export function dayLine({ told, graded }) {
  if (!told.remaining) return `${count(graded)} today`;
  const left = `${range(told.low_minutes, told.high_minutes)} left`;
  return `${count(graded)} today · ${told.is_measured ? left : `${left}, assumed`}`;
}

/** The day in full, as rows of a list of terms. */
export function dayRows({ told, graded }) {
  const pace = `${told.is_measured ? "" : "assumed: "}${count(Math.round(told.seconds))} seconds a document`;
  const rows = [
    ["Graded today", plural(graded, "pair", "pairs")],
    ["Pace", pace],
    ["Still to grade", `${plural(told.remaining, "pair", "pairs")}; others may take some of them`],
  ];
  if (told.remaining) {
    rows.push(["Time for them", `about ${range(told.low_minutes, told.high_minutes)}`]);
  }
  return rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]);
}

/** The word that it is time for a break, with its two answers. */
export function breakNodes(minutes) {
  const button = (command, text) =>
    element("button", { type: "button", "data-command": command }, text);
  return [
    element(
      "p",
      {},
      `You have graded for ${duration(Math.max(minutes, WORK_MINUTES))} without a pause. ` +
        "Five minutes off keep your grades even. Your place is kept.",
    ),
    button("break-later", "In 10 minutes"),
    button("break-off", "Do not remind me"),
  ];
}

/** How many documents of a query the person gave each grade, best first. */
export function gradeRows({ grades, cannot_judge: cannotJudge }, scale) {
  const most = Math.max(...grades, cannotJudge, 1);
  const rows = scale.map(({ grade, label }) => [`${grade} · ${label}`, grades[grade] ?? 0]);
  rows.reverse();
  if (cannotJudge) rows.push(["Cannot judge", cannotJudge]);
  return rows.map(([name, number]) => {
    const bar = element("span", { class: "share", "aria-hidden": "true" }, element("i"));
    bar.firstChild.style.inlineSize = `${(100 * number) / most}%`;
    return element("li", {}, element("span", {}, name), bar, element("b", {}, count(number)));
  });
}

/** What is done of a query, in a sentence or two. */
export function queryLead({ judged, total, seconds, coverage, measure }) {
  const done =
    judged >= total
      ? "Every pooled document of this query is judged."
      : `You are through with this query. ${count(judged)} of its ` +
        `${plural(total, "document is", "documents are")} judged; the rest are with others ` +
        "or have no text here.";
  const time = seconds ? ` It took you ${duration(seconds / 60)}.` : "";
  const cutoff = /@(\d+)/.exec(measure ?? "")?.[1];
  const seen = cutoff && typeof coverage === "number"
    ? ` Judged in the systems’ top ${cutoff}: ${percent(coverage)}.`
    : "";
  return done + time + seen;
}

/** The agreed answer to a practice pair. */
export function practiceText({ verdict, grade, told }, scale) {
  if (!told) return { title: "Checking your grade…", text: "" };
  const given = verdict === "cannot_judge" ? "“cannot judge”" : gradeText(grade, scale);
  const right = gradeText(told.grade, scale);
  return {
    title: told.is_right ? `Right: ${right}` : `You gave ${given}. The right grade is ${right}.`,
    text: told.explanation,
  };
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const WORDS = { cannot_judge: "cannot judge", skipped: "put off", withdrawn: "withdrawn" };

/** Everything said of one pair, oldest first. */
export function historyRows(words, scale) {
  return words.map(({ verdict, grade, note, said_at: saidAt }) =>
    element(
      "li",
      {},
      element("time", { datetime: saidAt }, MOMENT.format(new Date(saidAt))),
      ` ${WORDS[verdict] ?? gradeText(grade, scale)}${note ? ` — “${note}”` : ""}`,
    ),
  );
}
