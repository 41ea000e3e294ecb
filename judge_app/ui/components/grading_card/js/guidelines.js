/** Guidelines as the lead wrote them: headings, lists and paragraphs, always as inert text. */

import { element } from "./dom.js";

/**
 * @param {string} text plain, or with Markdown's # headings and - lists
 * @returns {Node[]}
 */
export function guidelineNodes(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap(blockNodes);
}

function blockNodes(block) {
  const [first, ...rest] = block.split("\n");
  const heading = /^#{1,6}\s+(.+)$/.exec(first);
  if (heading) {
    const body = rest.join("\n").trim();
    return [element("h3", {}, heading[1]), ...(body ? blockNodes(body) : [])];
  }
  const lines = [first, ...rest];
  const items = lines.map((line) => /^\s*[-*•]\s+(.+)$/.exec(line)?.[1]);
  if (!items.every(Boolean)) return [element("p", {}, block)];
  return [element("ul", {}, ...items.map((item) => element("li", {}, item)))];
}

/** For each grade: the key, the label, what it means, an example. */
export function scaleRows(scale) {
  return scale.flatMap(({ grade, label, description, example }) => [
    element("dt", {}, element("kbd", {}, String(grade)), ` ${label}`),
    element(
      "dd",
      {},
      description || " ",
      example ? element("p", { class: "example" }, `e.g. ${example}`) : "",
    ),
  ]);
}
