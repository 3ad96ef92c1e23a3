/** Combining marks, which Unicode decomposition leaves behind their letters. */
const MARKS = /\p{Mark}/gu;
/** Letters that decomposition leaves whole, with the plain ones that are typed for them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ł: "l",
  ŋ: "n",
  ø: "o",
  œ: "oe",
  ß: "ss",
  ŧ: "t",
  þ: "th",
};
const SPECIAL = /[æðđħıĸłŋøœßŧþ]/g;
const APOSTROPHES = /[’‘‛ʼʻ´`′ʹ＇]/g;
const DASHES = /[‐‑‒–—―−]/g;

/** Returns a name in lower case and the letters of a keyboard: "Łukasz O’Brien" becomes "lukasz o'brien". */
export const plainLetters = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(MARKS, "")
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DASHES, "-");

/** Returns plain letters without what joins the parts of a name: "o'brien" becomes "obrien". */
export const joinedLetters = (plain: string): string => plain.replaceAll(/['-]/g, "");
