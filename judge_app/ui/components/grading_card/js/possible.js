/** Which commands mean anything at the moment. */

/** Commands that judge the pair on screen, or write about it. */
const NEEDS_PAIR = new Set(["grade", "cannot", "later", "withdraw", "find", "note"]);

/** Commands that read the document on screen, also while its practice answer stands above it. */
const NEEDS_DOCUMENT = new Set(["next", "previous", "more", "smaller", "larger"]);

/** Commands that leave the card as it is. */
const STAYS = new Set(["guidelines", "help", "day", "close", "continue", "dismiss", "signin"]);

/**
 * @param {string} name of the command
 * @param {object} now
 * @param {string} now.phase of the session
 * @param {string | undefined} now.open the dialog over the card, by its command
 * @param {boolean} now.isReady whether all of the document can be seen
 * @param {boolean} now.canGoOn whether something that has been read stands in the way
 */
export function isPossible(name, { phase, open, isReady, canGoOn }) {
  if (open) return name === "close" || name === open;
  if (name === "continue") return canGoOn;
  if (NEEDS_PAIR.has(name)) return phase === "grading" && (name !== "grade" || isReady);
  if (NEEDS_DOCUMENT.has(name)) return phase === "grading" || phase === "feedback";
  return phase !== "feedback" || STAYS.has(name);
}
