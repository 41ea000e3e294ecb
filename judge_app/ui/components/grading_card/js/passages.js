/**
 * Text as it is searched: a passage is what reads as one, a paragraph or a cell, though the
 * browser may hold it in several nodes ("in<b>ter</b>est" is one word).
 */

/**
 * @typedef {import("./highlights.js").Match} Match
 */

export class Passage {
  text = "";
  /** @type {{node: Text, at: number}[]} every node and where in the text it begins */
  #pieces = [];

  /**
   * @param {string} text
   * @returns {Text} a node for the document that shows it
   */
  add(text) {
    const node = document.createTextNode(text);
    this.#pieces.push({ node, at: this.text.length });
    this.text += text;
    return node;
  }

  /** @returns {Match} where a stretch of the text stands in the document */
  match([start, end]) {
    const first = this.#pieces.findLast(({ at }) => at <= start);
    const last = this.#pieces.findLast(({ at }) => at < end);
    return { node: first.node, start: start - first.at, endNode: last.node, end: end - last.at };
  }
}

/**
 * @param {Passage[]} passages
 * @param {(text: string) => [number, number][]} find gives starts and ends
 * @returns {Match[]}
 */
export function matchesIn(passages, find) {
  return passages.flatMap((passage) => find(passage.text).map((range) => passage.match(range)));
}
