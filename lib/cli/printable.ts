const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text of the database for the operator's terminal: characters that would move its cursor, end its line or reorder it
 * are written by their numbers.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);
