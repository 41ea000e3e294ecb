/**
 * Paints words without touching the document's nodes (CSS Custom Highlight API): a thousand
 * matches cost no layout. The registry belongs to the page, so names carry a prefix.
 */

const NAMES = { query: "judgepool-query", typed: "judgepool-typed", current: "judgepool-current" };
const PRIORITY = { query: 0, typed: 1, current: 2 };

/**
 * @typedef {{node: Text, start: number, endNode: Text, end: number}} Match
 */

/** Shows the matches of one kind, in place of those shown before. */
export function paintMatches(kind, matches) {
  const highlight = new Highlight();
  highlight.priority = PRIORITY[kind];
  for (const match of matches) highlight.add(rangeOf(match));
  CSS.highlights.set(NAMES[kind], highlight);
}

export function clearMatches() {
  for (const name of Object.values(NAMES)) CSS.highlights.delete(name);
}

/** @param {Match} match */
export function placeOf(match) {
  const range = document.createRange();
  range.setStart(match.node, match.start);
  range.setEnd(match.endNode, match.end);
  return range.getBoundingClientRect();
}

function rangeOf({ node, start, endNode, end }) {
  return new StaticRange({
    startContainer: node,
    startOffset: start,
    endContainer: endNode,
    endOffset: end,
  });
}
