import type { FieldText } from "./field-text.ts";

/** The texts of a field that its instruction needs. */
export type InstructedField = Pick<FieldText, "label" | "isChosen" | "missing">;

/** Returns a label for use within a sentence: "Patient" becomes "patient", "EMR id" stays. */
export const withinSentence = (label: string): string => {
  const [first = "", second = ""] = label;
  return second === second.toUpperCase() ? label : first.toLowerCase() + label.slice(1);
};

const verbOf = ({ isChosen = false }: InstructedField) => (isChosen ? "Choose" : "Enter");

const enter = (field: InstructedField): string =>
  field.missing ?? `${verbOf(field)} the ${withinSentence(field.label)}`;

type Instruct = (field: InstructedField, ...parts: string[]) => string;

/** The rules of the API's schemas, each with the instruction that mends it; the first match counts. */
const INSTRUCTIONS: readonly (readonly [RegExp, Instruct])[] = [
  [/^is required$|^must be a (?:non-empty )?string$/, enter],
  [/^(?:is required and )?must be a positive number$/, (field) => `${verbOf(field)} an amount above $0`],
  [
    /^must be a positive number with at most two decimals$/,
    (field) => `${verbOf(field)} an amount in dollars and cents, such as 45.50`,
  ],
  [/^is required and /, enter],
  [/^must be at most ([\d.]+)$/, (_, most) => `Enter at most ${most}`],
  [
    /^must have at most (\d+) characters$/,
    ({ label }, most) => `Shorten the ${withinSentence(label)} to ${most} characters`,
  ],
  [/^must have at least (\d+) characters$/, (_, least) => `Use at least ${least} characters`],
  [/^must have at most (\d+) entries$/, (field, most) => `${verbOf(field)} at most ${most}`],
  [/^must be an array of (\d+ to \d+ .+)$/, (field, some) => `${verbOf(field)} ${some}`],
  [/^must be a date(?: that exists)?, YYYY-MM-DD$/, () => "Enter a date that exists"],
  [
    /^must be in the years (\d+) to (\d+) for (.+)$/,
    (_, first, last, kind) => `Enter a year from ${first} to ${last} for ${kind}`,
  ],
  [/^must be on or after (.+)$/, (_, other) => `Enter a date on or after “${other}”`],
  [
    /^must be less than (\d+) days after (.+)$/,
    (_, days, other) => `Enter a date less than ${days} days after “${other}”`,
  ],
  [/^must be an integer of at least (\d+)$/, (_, least) => `Enter a whole number of at least ${least}`],
  [/^must be one of (.+)$/, (_, choices) => `Choose one of ${choices}`],
  [/^must be ((?:an?|the) (?!array|object|valid UUID).+)$/, (field, thing) => `${verbOf(field)} ${thing}`],
];

/**
 * Returns what to do about a field's error, from the API's message: "must be a positive number" becomes "Enter an amount
 * above $0". The schema and the server report a mistake by the same message, so both show the same instruction. A message
 * without an instruction follows the label.
 */
export function instruction(field: InstructedField, message: string): string {
  for (const [rule, words] of INSTRUCTIONS) {
    const match = rule.exec(message);
    if (match) return words(field, ...match.slice(1));
  }
  return `${field.label} ${message}`;
}
