let numbers = "en-US";
let words = "en-US";

/** Returns the locale of numbers and money. */
export const numberLocale = (): string => numbers;

/** Returns the locale of dates and times: English with a region. */
export const shownLocale = (): string => words;

/** Returns English with a locale's region, because the words stay English: "en-DE" for "de-DE" and "de". */
export function englishOf(locale: string): string {
  try {
    const { region } = new Intl.Locale(locale).maximize();
    return region ? `en-${region}` : "en-US";
  } catch {
    return "en-US";
  }
}

/** Sets the locale of this page's numbers, dates and times (decisions §9). */
export function showAsIn(locale: string): void {
  numbers = locale;
  words = englishOf(locale);
}
