/**
 * A page of HTML as a flat list of blocks, none of them long: what only groups (div, article, …)
 * is dissolved, long lists, tables and texts are cut. So the browser can lay out what is in view.
 */

import { piecesOf } from "./paragraphs.js";

/**
 * @typedef {object} Block
 * @property {Node[]} nodes of the page, never shown themselves
 * @property {Element[]} around elements of the page that the nodes stand in, innermost first
 * @property {number} length letters, and a few for every element
 * @property {boolean} continues whether it belongs to the block before it, cut in two
 * @property {boolean} isCut whether the block after it continues it
 * @property {boolean} isLoose whether the nodes are words that stand in no paragraph
 */

const LONGEST_BLOCK = 4_000;
const WHOLE = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table pre hr blockquote".split(" "));
const GROUPS = new Set(
  `address article aside body caption center dd details dir div dt fieldset figcaption figure footer
  header hgroup legend li main menu nav search section summary tbody td tfoot th thead tr`.split(
    /\s+/,
  ),
);
const BLOCKS = [...WHOLE, ...GROUPS].join();
const ELEMENT_LENGTH = 4;
const LINE_BREAK_LENGTH = 70;

/**
 * @param {Element} body
 * @returns {Block[]}
 */
export function blocksOf(body) {
  const blocks = [];
  gather(body, [], blocks);
  return blocks.map((one, at) => ({ ...one, isCut: blocks[at + 1]?.continues ?? false }));
}

function gather(parent, around, blocks) {
  let loose = [];
  const flush = () => {
    if (loose.some(hasContent)) addAll(blocks, looseBlocks(loose, around));
    loose = [];
  };
  for (const node of parent.childNodes) {
    if (WHOLE.has(node.localName)) {
      flush();
      addAll(blocks, wholeBlocks(node, around));
    } else if (isGroup(node)) {
      flush();
      gather(node, around, blocks);
    } else {
      loose.push(node);
    }
  }
  flush();
}

/** Whole cards of a page often stand in one link: what holds blocks is no word among words. */
function isGroup(node) {
  if (GROUPS.has(node.localName)) return true;
  return Boolean(node.firstElementChild) && node.querySelector(BLOCKS) !== null;
}

function addAll(list, more) {
  for (const one of more) list.push(one);
}

function lengthOf(node) {
  const elements = node.querySelectorAll?.("*").length ?? 0;
  return node.textContent.length + ELEMENT_LENGTH * elements;
}

function hasContent(node) {
  return node.textContent.trim() !== "" || node.localName === "img" || holdsPicture(node);
}

const holdsPicture = (node) => Boolean(node.firstElementChild && node.querySelector("img"));

function blockOf(nodes, around, more = {}) {
  const length = nodes.reduce((sum, node) => sum + lengthOf(node), 0);
  return { nodes, around, length, continues: false, isCut: false, isLoose: false, ...more };
}

/** Words without a paragraph; two line breaks in a row part them as old pages do. */
function looseBlocks(nodes, around) {
  const runs = [[]];
  let length = 0;
  for (const node of nodes.flatMap(shortTexts)) {
    if (length > LONGEST_BLOCK) {
      runs.push([]);
      length = 0;
    }
    runs.at(-1).push(node);
    length += node.localName === "br" ? LINE_BREAK_LENGTH : lengthOf(node);
  }
  return runs.map((run, index) => blockOf(run, around, { isLoose: true, continues: index > 0 }));
}

function shortTexts(node) {
  if (node.nodeType !== Node.TEXT_NODE || node.length <= LONGEST_BLOCK) return [node];
  return [...piecesOf(node.data)].map((piece) => node.ownerDocument.createTextNode(piece));
}

function wholeBlocks(node, around) {
  if (node.localName === "blockquote") {
    const inside = [];
    gather(node, [], inside);
    return inside.map((one, index) => {
      const frames = [...one.around, node, ...around];
      return { ...one, around: frames, continues: one.continues || index > 0 };
    });
  }
  if (node.localName !== "hr" && !hasContent(node)) return [];
  if (lengthOf(node) <= LONGEST_BLOCK) return [blockOf([node], around)];
  const parts = runsOf(node);
  return parts.map((nodes, index) => {
    const outer = node.localName === "ol" ? continued(node, parts, index) : node;
    return blockOf(nodes, [outer, ...around], { continues: index > 0 });
  });
}

/** The inside of a long element, in runs of about the length that the browser lays out at once. */
function runsOf(node) {
  const children = [...node.childNodes].flatMap((child) =>
    /^(?:thead|tbody|tfoot)$/.test(child.localName) ? [...child.childNodes] : shortTexts(child),
  );
  const parts = [[]];
  let length = 0;
  for (const child of children) {
    if (length > LONGEST_BLOCK) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1).push(child);
    length += lengthOf(child);
  }
  return parts;
}

/** A list cut in two goes on counting. */
function continued(list, parts, index) {
  const part = list.cloneNode(false);
  const isEntry = (node) => node.localName === "li";
  const before = parts.slice(0, index).flat().filter(isEntry).length;
  part.start = list.start + before;
  return part;
}
