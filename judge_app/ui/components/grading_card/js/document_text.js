/** A document of plain text: paragraphs of text nodes, so that nothing in it can mean anything. */

import { element } from "./dom.js";
import { sectionsOf } from "./paragraphs.js";
import { Passage } from "./passages.js";

/**
 * @typedef {{lines: number, draw: () => {nodes: Node[], passages: Passage[]}}} Section
 *   `lines`: a guess of the printed lines. `draw` makes the nodes, once.
 */

/**
 * @param {string} text
 * @returns {Section[]}
 */
export function textSections(text) {
  return sectionsOf(text).map(({ paragraphs, lines }) => ({
    lines,
    draw: () => drawnParagraphs(paragraphs),
  }));
}

function drawnParagraphs(paragraphs) {
  const passages = [];
  const nodes = paragraphs.map(({ text, continues }) => {
    const passage = new Passage();
    passages.push(passage);
    const paragraph = element("p", { dir: "auto" }, passage.add(text));
    if (continues) paragraph.className = "continues";
    return paragraph;
  });
  return { nodes, passages };
}
