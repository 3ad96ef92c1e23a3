import { shownLocale } from "./shown-locale.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a function that formats moments, by default in English with the region of the reader. The formatter is
 * created once, because creating one takes far longer than using it.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = shownLocale()): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
