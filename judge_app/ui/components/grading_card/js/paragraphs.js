/**
 * How a document's text is cut for the screen. The browser lays out only the sections in view
 * (content-visibility), so a book opens as fast as a note.
 */

/** Letters that are laid out together. */
export const SECTION_LENGTH = 4_000;
const LONGEST_PIECE = 2_000;
export const LINE_LENGTH = 70;

/**
 * @typedef {{paragraphs: {text: string, continues: boolean}[], lines: number}} Section
 *   `continues`: the piece belongs to the paragraph before it, too long to lay out at once.
 *   `lines`: a guess of the printed lines, which keeps the scroll bar steady.
 */

/**
 * @param {string} text
 * @returns {Section[]}
 */
export function sectionsOf(text) {
  const sections = [];
  let section = null;
  let length = SECTION_LENGTH;
  for (const paragraph of paragraphsOf(text)) {
    if (length >= SECTION_LENGTH) {
      section = { paragraphs: [], lines: 0 };
      sections.push(section);
      length = 0;
    }
    section.paragraphs.push(paragraph);
    section.lines += Math.ceil(paragraph.text.length / LINE_LENGTH) + 1;
    length += paragraph.text.length;
  }
  return sections;
}

function* paragraphsOf(text) {
  for (const paragraph of text.replace(/\r\n?/g, "\n").split(/\n(?:[^\S\n]*\n)+/)) {
    if (!paragraph.trim()) continue;
    let continues = false;
    for (const piece of piecesOf(paragraph)) {
      yield { text: piece, continues };
      continues = true;
    }
  }
}

/** Cuts a very long paragraph after a sentence, else after a word, else where it must. */
export function* piecesOf(paragraph) {
  let rest = paragraph;
  while (rest.length > LONGEST_PIECE) {
    const head = rest.slice(0, LONGEST_PIECE);
    const cut = lastEnd(head, /[.!?]\s|[。！？\n]/g) || lastEnd(head, /\s/g) || safeCut(head);
    yield rest.slice(0, cut);
    rest = rest.slice(cut);
  }
  if (rest) yield rest;
}

function lastEnd(text, ending) {
  let end = 0;
  for (const match of text.matchAll(ending)) end = match.index + match[0].length;
  return end;
}

/** Never between the two halves of one character. */
function safeCut(text) {
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
