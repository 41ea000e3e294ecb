/**
 * Forms in which words of one meaning are the same, by the script they are written in. Light rules
 * that take little away: a word too many in yellow misleads more than one too few.
 */

const SCRIPTS = [
  [/\p{Script=Arabic}/u, (word) => [arabicStem(word)]],
  [/\p{Script=Hebrew}/u, hebrewForms],
  [/\p{Script=Hangul}/u, (word) => [koreanStem(word)]],
  [/\p{Script=Cyrillic}/u, (word) => [withoutEnding(word, CYRILLIC_ENDINGS, 3)]],
];
const NOT_ASCII_WORD = /[^\x00-\x7f]/;

const CYRILLIC_ENDINGS = `иями ями ами ого его ому ему ыми ими ией иях ах ях ов ев ей ой ый ий ая яя ое
  ее ые ие ам ям ом ем ую юю у ю а я ы и о е ь`.split(/\s+/);
const KOREAN_PARTICLES = `에서는 으로는 에서 에게 으로 까지 부터 보다 처럼 이나 은 는 이 가 을 를 의 에 로 와 과 도
  만`.split(/\s+/);
/** Those of light10 (Larkey, Ballesteros and Connell, 2002), after its folding of letters. */
const ARABIC_PREFIXES = ["وال", "بال", "كال", "فال", "ال", "لل"];
const ARABIC_ENDINGS = ["ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي"];
const HEBREW_PREFIXES = new Set("והבלכמש");
const MOST_HEBREW_PREFIXES = 3;

/**
 * @param {string} word folded
 * @returns {string[]} forms of a word of a text; it is asked for if one of them is
 */
export function formsOf(word) {
  if (NOT_ASCII_WORD.test(word)) {
    for (const [script, forms] of SCRIPTS) if (script.test(word)) return forms(word);
  }
  return [latinStem(word)];
}

/**
 * @param {string} word folded
 * @returns {string[]} forms that a word of a query asks for
 */
export function formsAskedFor(word) {
  // Of a query's word only the article goes: its other first letters may be its own.
  if (/^[\u05d0-\u05ea]/.test(word)) return word.length > 3 ? [word, word.replace(/^ה/, "")] : [word];
  return formsOf(word);
}

/** Without the most common endings of English and its relatives; at least three letters stay. */
function latinStem(word) {
  let root = word;
  const drop = (ending) => {
    const found = root.endsWith(ending) && root.length >= ending.length + 3;
    if (found) root = root.slice(0, -ending.length);
    return found;
  };
  if (!root.endsWith("ss")) drop("es") || drop("s");
  drop("ing");
  if (!root.endsWith("eed")) drop("ed") || drop("er") || drop("en");
  if (root.length > 3) root = root.replace(/([^aeiouls])\1$/, "$1");
  drop("e");
  return root.replace(/(?<=..)y$/, "i");
}

function withoutEnding(word, endings, least) {
  const ending = endings.find((one) => word.endsWith(one) && word.length >= one.length + least);
  return ending ? word.slice(0, -ending.length) : word;
}

function arabicStem(word) {
  let root = word.replace(/ـ/g, "").replace(/[أإآٱ]/g, "ا").replace(/ى/g, "ي").replace(/ة/g, "ه");
  if (root.startsWith("و") && root.length > 3) root = root.slice(1);
  const prefix = ARABIC_PREFIXES.find((one) => root.startsWith(one));
  if (prefix && root.length >= prefix.length + 2) root = root.slice(prefix.length);
  for (const ending of ARABIC_ENDINGS) root = withoutEnding(root, [ending], 2);
  return root;
}

/** "And", "the", "in", "to" and the like are written in one with the word: ולעולם, "and to …". */
function hebrewForms(word) {
  const forms = [word];
  for (let cut = 1; cut <= MOST_HEBREW_PREFIXES && word.length - cut >= 2; cut += 1) {
    if (!HEBREW_PREFIXES.has(word[cut - 1])) break;
    forms.push(word.slice(cut));
  }
  return forms;
}

function koreanStem(word) {
  return withoutEnding(word.normalize("NFC"), KOREAN_PARTICLES, 2);
}
