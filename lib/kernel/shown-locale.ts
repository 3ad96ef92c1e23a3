let numbers = "en-US";
let words = "en-US";

/** How numbers and money are written here. */
export const numberLocale = (): string => numbers;

/** How dates and times are written here: in English, as a region writes it. */
export const shownLocale = (): string => words;

/** The words of a page stay English: of a locale its region counts. "de-DE" and "de" give "en-DE". */
export function englishOf(locale: string): string {
  try {
    const { region } = new Intl.Locale(locale).maximize();
    return region ? `en-${region}` : "en-US";
  } catch {
    return "en-US";
  }
}

/** From now on numbers, dates and times of this page are written as this locale's region does (decisions §9). */
export function showAsIn(locale: string): void {
  numbers = locale;
  words = englishOf(locale);
}
