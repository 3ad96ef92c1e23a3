import { z } from "zod";

/**
 * Characters that a name must not have: controls such as line breaks, line and paragraph separators, bidirectional marks,
 * zero-width and other characters that are not seen (Unicode's Default_Ignorable_Code_Point; the blanks of Braille, hieroglyphs,
 * Khitan and musical notation),
 * annotations, placeholders of objects, and code points that are no characters or for private use. They would end a line of a mail, a log or a file, reorder what stands beside the name,
 * or make two names look alike.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Co}\u{2800}\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{fff9}-\u{fffc}]/gu;

/** Scripts in which a (non-)joiner between two letters is spelling, as in Persian or Sinhala. */
const JOINING = [
  "Arabic",
  "Syriac",
  "Mongolian",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");

/**
 * Unseen characters where they belong: a joiner between letters of such a script or between emoji, and a variation
 * selector behind an emoji, a Han or a Mongolian character.
 */
const SPELLING = new RegExp(
  [
    `(?<=[${JOINING}])[\\u{200c}\\u{200d}](?=[${JOINING}])`,
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}])\\u{200d}(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Emoji})[\\u{fe0e}\\u{fe0f}]",
    "(?<=\\p{Script=Han})[\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}]",
    "(?<=\\p{Script=Mongolian})[\\u{180b}-\\u{180d}\\u{180f}]",
  ].join("|"),
  "gu",
);

/** Most characters that a message names. */
const MOST_NAMED = 5;

/** Returns the characters of a text that a name must not have, each once, as `U+202E`. */
export function unseenIn(text: string): string[] {
  const found = text.replace(SPELLING, "").match(UNSEEN) ?? [];
  const codes = found.map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return [...new Set(codes)];
}

/** A combining mark, which is seen on the character before it: at the beginning it would be on what stands before the name. */
const BEGINS_WITH_MARK = /^\p{M}/u;

/** Returns why a text is no name, to be read after a field's name; null if it is one line of visible characters. */
export function nameProblem(text: string): string | null {
  const unseen = unseenIn(text);
  if (unseen.length > 0)
    return `must be one line without invisible characters, but has ${unseen.slice(0, MOST_NAMED).join(", ")}`;
  return BEGINS_WITH_MARK.test(text.trim()) ? "must begin with a visible character, not with a combining mark" : null;
}

const isOneLine = z.refine<string>((text) => nameProblem(text) === null, {
  error: ({ input }) => nameProblem(String(input)) ?? undefined,
});

const textOf = (most: number) =>
  z.string({ error: "must be a string" }).trim().max(most, `must have at most ${most} characters`);

/** A name of one line, by which people know a record: it stands in lists, mails, logs and files. Not empty. */
export const oneLineName = (most: number) => textOf(most).min(1, "must be a non-empty string").check(isOneLine);

/** A description of one line, which may be empty. */
export const oneLineText = (most: number) => textOf(most).check(isOneLine);
