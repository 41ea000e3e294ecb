/** What the card says in words: the state of saving, the progress, and what there is to do. */

import { count, plural } from "./numbers.js";

/** The line that says "saved" only when everything given here has been stored. */
export function statusText(session) {
  const { unsent, trouble } = session;
  const kept = plural(unsent, "grade is", "grades are");
  if (unsent && session.isVolatile) {
    return `keep this page open — ${kept} not stored yet and this browser cannot keep them`;
  }
  if (trouble?.kind === "expired") {
    return unsent ? `sign in again — ${kept} kept in this browser` : "sign in again";
  }
  if (trouble?.kind === "offline") {
    return unsent
      ? `offline — ${kept} kept in this browser and sent when the server is back`
      : "offline — trying again";
  }
  if (trouble) return unsent ? `${trouble.message} ${kept} kept in this browser` : trouble.message;
  if (unsent) return "saving…";
  return session.replies.hasSaved ? "saved" : "";
}

/** @returns {"saved" | "saving" | "trouble" | ""} for the look of the line */
export function statusTone(session) {
  if (session.trouble || session.isVolatile) return "trouble";
  if (session.unsent) return "saving";
  return session.replies.hasSaved ? "saved" : "";
}

/** Where the person is: in the query, among its documents, in the project. */
export function progressParts(session, queryId) {
  const query = queryId === undefined ? null : session.progressOf(queryId);
  const project = session.progress?.project;
  const parts = [];
  if (query) {
    parts.push(`Query ${count(query.number)} of ${count(query.of)}`);
    parts.push(`${shareText(query, "document", "documents")} here`);
  }
  if (project) parts.push(shareText(project, "pair", "pairs"));
  return parts;
}

/** How many of all are judged, or between which numbers, where the exact one is not told. */
function shareText({ judged, judged_high: high, total }, one, many) {
  const done = high > judged ? `${count(judged)}–${count(high)}` : count(judged);
  return `${done} of ${plural(total, one, many)}`;
}

/** What became of a pair that one looks back at. */
export function verdictText(pair, scale) {
  if (!pair.mine) return "You have not graded this.";
  const { verdict } = pair.mine;
  if (verdict === "skipped") return "You put this off; it waits at the end of your queue.";
  if (verdict === "withdrawn") return "Your grade is withdrawn; the pair is back in your queue.";
  const note = pair.mine.note ? ` Note: “${pair.mine.note}”` : "";
  const given =
    verdict === "cannot_judge"
      ? "You marked this “cannot judge”"
      : `You graded this ${gradeText(pair.mine.grade, scale)}`;
  return `${given}. A new grade replaces it.${note}`;
}

/** The last judgment in a few words. */
export function lastText({ pair, verdict, grade }, scale) {
  const title = pair.title || pair.doc_id;
  return `${verdict === "cannot_judge" ? "Cannot judge" : gradeText(grade, scale)} — ${title}`;
}

/** A grade with its label. */
export function gradeText(grade, scale) {
  const label = scale.find((step) => step.grade === grade)?.label;
  return label ? `${grade} · ${label}` : String(grade);
}

/** Why nothing is left to do. */
function reasonOf(progress) {
  const given = progress.mine ? `You have graded ${plural(progress.mine, "pair", "pairs")}.` : "";
  if (progress.is_settled) {
    return `${given} What was to be found out is decided: no other grade could change it.`.trim();
  }
  return given || "What is left is given to others, or has nothing to show.";
}

/**
 * What stands in place of the document.
 * @returns {{title: string, text: string}}
 */
export function messageFor(phase, session) {
  const { progress, heldByOthers, trouble, unsent } = session;
  const kept = unsent ? ` ${plural(unsent, "grade is", "grades are")} kept in this browser.` : "";
  switch (phase) {
    case "loading":
      return { title: "Fetching your documents…", text: "" };
    case "empty":
      return {
        title: "Nothing to grade yet",
        text: "The lead has not pooled any documents so far. This page looks again by itself.",
      };
    case "done":
      return {
        title: progress.mine ? "All done" : "Nothing is waiting for you",
        text:
          `${reasonOf(progress)} ${progressParts(session).join("")} of this project are judged. ` +
          "New pairs appear here by themselves.",
      };
    case "waiting":
      return {
        title: "Others hold the rest",
        text:
          `${plural(heldByOthers, "pair is", "pairs are")} with other annotators just now. ` +
          "This page looks again every ten seconds.",
      };
    case "expired":
      return { title: "Sign in again", text: `Your session has ended.${kept}` };
    case "offline":
      return { title: "The server does not answer", text: `Trying again by itself.${kept}` };
    default:
      return { title: "The server refuses", text: `${trouble?.message ?? ""}${kept}` };
  }
}
