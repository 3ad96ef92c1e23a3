/** What people write between the digits of a phone number. */
const PHONE_WORD = /^[\d+().\-‐-―/]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Fewer digits are part of anything. */
const FEWEST_DIGITS = 5;

/** A pattern that finds a text anywhere in another. */
export const within = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const isPhoneWord = (word: string) => PHONE_WORD.test(word) && !DATE.test(word);

/** A phone number's digits as they are stored: a number with its country's code (1) is stored without it. */
const stored = (digits: string) => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** A phone number in any format as the digits that are stored of it; "" where it has none. */
export const dialled = (phone: string): string => stored(digitsOf(phone));

/** A pattern for a part of a name in lower case without accents, whatever its commas and spaces. */
export function namePattern(name: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return within(words.join(" "));
}

/** One word as it stands, or a phone number's digits without their punctuation. */
function needle(word: string): string {
  const digits = digitsOf(word);
  return isPhoneWord(word) && (digits.length >= FEWEST_DIGITS || /[()+]/.test(word)) ? stored(digits) : word;
}

/** Something that a patient must match: one of its ways, each with every text that must then be found. */
type Condition = string[][];

/**
 * What a search asks for, in texts to find among a patient's own (see lib/resources/patients/search-text.ts): every condition must
 * be met. Words that may be parts of one phone number, as in "(740) 555 8861", may also stand together.
 */
export function patientConditions(query: string): Condition[] {
  const words = query
    .toLowerCase()
    .split(/[\s,]+/)
    // A dash between two spaces is no word.
    .filter((word) => word !== "" && !(PHONE_WORD.test(word) && digitsOf(word) === ""));
  const conditions: Condition[] = [];
  for (let first = 0; first < words.length; ) {
    let end = first;
    while (isPhoneWord(words[end] ?? "")) end++;
    const run = words.slice(first, Math.max(end, first + 1));
    const joined = digitsOf(run.join(""));
    const asOneNumber = run.length > 1 && joined.length >= FEWEST_DIGITS ? [[stored(joined)]] : [];
    conditions.push([run.map(needle), ...asOneNumber]);
    first += run.length;
  }
  return conditions;
}
