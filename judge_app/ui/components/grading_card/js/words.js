/**
 * Which words of a text does a query ask for? Unicode-aware, blind to case and accents, and
 * to the common endings: "rise" finds "rising" and "rises", "niño" finds "ninos".
 */

import { formsAskedFor, formsOf } from "./stems.js";

const REST = "[\\p{L}\\p{M}\\p{N}]*";
const NO_LETTER_BEFORE = "(?<![\\p{L}\\p{M}\\p{N}])";
const WORD = new RegExp(`[\\p{L}\\p{N}]${REST}`, "gu");
const NOT_ASCII = /[^\x00-\x7f]/;

/** Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs; Indic vowels stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

/** Scripts written without spaces: their words are looked for inside longer runs. */
const UNSPACED_SCRIPTS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const UNSPACED = new RegExp(
  `[${UNSPACED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}]`,
  "u",
);
const SINGLE_KANA = /^\p{Script=Hiragana}$/u;

const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being between both but by
  can could did do does doing for from had has have having he her here hers him his how i if in into
  is it its just me more most my no nor not of off on once only or other our out over own s same she
  should so some such t than that the their them then there these they this those through to too
  under until up us very was we were what when where which while who whom why will with would you
  your`.split(/\s+/),
);

/** The form in which two words are the same but for case, accents and width. */
export function fold(text) {
  const lower = text.toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  return lower.normalize("NFKD").replace(ACCENTS, "").replaceAll("ß", "ss");
}

/** Finds the words of one query in any text. */
export class QueryMatcher {
  #words;
  #stems;
  /** Words that can match at all: they begin like a stem, or with a letter beyond ASCII. */
  #candidate;
  #pieces;
  #verdicts = new Map();

  /** @param {string} query the query as the annotator sees it */
  constructor(query) {
    const spaced = (query.match(WORD) ?? []).map(fold).filter((word) => !UNSPACED.test(word));
    const telling = spaced.filter((word) => !STOP_WORDS.has(word));
    this.#words = new Set(telling.length ? telling : spaced);
    this.#stems = new Set([...this.#words].flatMap(formsAskedFor));
    const initials = [...this.#stems].map((word) => String.fromCodePoint(word.codePointAt(0)));
    const initial = `[${initials.join("")}\\u0080-\\u{10ffff}]`;
    this.#candidate = new RegExp(NO_LETTER_BEFORE + initial + REST, "giu");
    this.#pieces = unspacedPieces(query);
  }

  /**
   * @param {string} text
   * @returns {[number, number][]} start and end of every match, in order, never overlapping
   */
  matches(text) {
    const found = [];
    if (this.#stems.size) {
      for (const match of text.matchAll(this.#candidate)) {
        if (this.#asksFor(match[0])) found.push([match.index, match.index + match[0].length]);
      }
    }
    if (!this.#pieces.length || !UNSPACED.test(text)) return found;
    for (const piece of this.#pieces) found.push(...occurrences(text, piece));
    return withoutOverlaps(found);
  }

  #asksFor(word) {
    let verdict = this.#verdicts.get(word);
    if (verdict === undefined) {
      const folded = fold(word);
      verdict = STOP_WORDS.has(folded)
        ? this.#words.has(folded)
        : formsOf(folded).some((form) => this.#stems.has(form));
      this.#verdicts.set(word, verdict);
    }
    return verdict;
  }
}

/**
 * Every place where a typed text occurs, blind to case and accents.
 * @returns {[number, number][]} offsets into `text` as it was given
 */
export function findTyped(text, typed) {
  const needle = fold(typed);
  if (!needle) return [];
  if (!NOT_ASCII.test(text)) return occurrences(text.toLowerCase(), needle);
  const { folded, origin } = foldWithOrigin(text);
  return occurrences(folded, needle).map(([start, end]) => [origin[start], origin[end - 1] + 1]);
}

/** Folds letter by letter, and remembers which letter each folded one came from. */
function foldWithOrigin(text) {
  let folded = "";
  const origin = [];
  let at = 0;
  for (const letter of text) {
    const form = fold(letter);
    for (let i = 0; i < form.length; i += 1) origin.push(at + letter.length - 1);
    folded += form;
    at += letter.length;
  }
  return { folded, origin };
}

function unspacedPieces(query) {
  if (!UNSPACED.test(query)) return [];
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(query)];
  return words
    .filter((part) => part.isWordLike && UNSPACED.test(part.segment))
    .map((part) => part.segment)
    .filter((word) => !SINGLE_KANA.test(word));
}

function occurrences(text, piece) {
  const found = [];
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) {
    found.push([at, at + piece.length]);
  }
  return found;
}

function withoutOverlaps(ranges) {
  let end = 0;
  return ranges
    .sort((one, other) => one[0] - other[0] || other[1] - one[1])
    .filter((range) => {
      if (range[0] < end) return false;
      end = range[1];
      return true;
    });
}
