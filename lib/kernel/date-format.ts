import { shownLocale } from "./shown-locale.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A format of moments, in English as the reader's region writes it unless told otherwise. It is made once: making one takes
 * far longer than using it.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = shownLocale()): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
