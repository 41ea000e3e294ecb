/** What is on screen. */

/**
 * @param {import("./session.js").Session} session
 * @param {import("./supply.js").Supply} supply
 * @returns {string} "grading" only while a pair is there in full, and can be graded
 */
export function phaseOf({ desk, practice, summary, trouble, unsent }, supply) {
  const { shown, isLookingBack } = desk;
  const { progress, heldByOthers, remaining, isAsking } = supply;
  if (practice.current) return "feedback";
  if (summary.isOpen && !isLookingBack) return "pause";
  if (shown?.text !== undefined) return "grading";
  if (trouble) return trouble.kind;
  if (shown || !progress || isAsking) return "loading";
  if (heldByOthers > 0) return "waiting";
  if (remaining > 0 || unsent > 0) return "loading";
  return progress.project.total ? "done" : "empty";
}
