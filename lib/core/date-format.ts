const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of moments, in American English unless told otherwise. It is made once: making one takes far longer than using it. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = "en-US"): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
