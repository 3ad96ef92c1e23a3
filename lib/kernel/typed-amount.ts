import { ODD_DIGITS } from "./odd-digits.ts";

/** What a typed amount of dollars means. */
export type ReadAmount =
  | { kind: "none" }
  | { kind: "amount"; amount: number }
  /** The text can mean each of these amounts: a comma in it cannot be one of thousands. */
  | { kind: "question"; amounts: number[] }
  /** `expected`: an instruction without a full stop. */
  | { kind: "unread"; expected: string };

const MOST_CHARACTERS = 40;
const EXPECTED = "Enter an amount in dollars and cents, such as 45.50";

const DOLLARS_BEFORE = /^(?:us ?\$|usd ?\$?|\$) ?/;
const DOLLARS_BEHIND = / ?(?:usd|us\$|\$|dollars?)$/;
const OTHER_CURRENCY = /[€£¥₹]|eur|gbp|cad|chf|mxn/;
const BELOW_ZERO = /^-|^\(|-$|\)$|cr$/;
/** 45, 45.50, .5, 45. Fractions of a cent are no amount. */
const PLAIN = /^(?:\d+(?:\.\d{0,2}0*)?|\.\d{1,2}0*)$/;
/** 1,250 and 1 250, with cents or without */
const IN_THOUSANDS = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d{0,2}0*)?$/;
/** 1.250: a full stop where others write a comma of thousands. */
const STOP_OF_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const IN_PARTS = /^\d+(?:[.,' ]\d+)+$/;

function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[‐‑‒–—―−]/g, "-")
    .replaceAll(/[’´`]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Returns the amounts that digits with separators of another country can mean: "25,50", "1.234,56", "1,234,56". */
function amountsOf(text: string): number[] {
  const groups = text.split(/[.,' ]/);
  const separators = [...text.replaceAll(/\d/g, "")];
  const last = groups.at(-1) ?? "";
  const before = groups.slice(0, -1);
  const inThousands = (parts: readonly string[]) => parts.slice(1).every((part) => part.length === 3);
  const found: number[] = [];
  if (last.length <= 2 && inThousands(before)) found.push(Number(`${before.join("")}.${last}`));
  const isOfOneKind = new Set(separators).size === 1;
  // Full stops that are repeated are of thousands only in groups of three.
  const isOfThousands = /^[1-9]\d{0,2}$/.test(before[0] ?? "") && inThousands(groups);
  if (isOfOneKind && (separators[0] === "," || isOfThousands)) found.push(Number(groups.join("")));
  return [...new Set(found)];
}

/**
 * Reads an amount of dollars as people type and paste it: "45.5", "$1,250.00", "USD 60". A comma that cannot be one of
 * thousands makes a question, never a number; other text is unread. `decimal`: what stands before the cents; with a comma,
 * full stops are of thousands.
 */
export function readAmount(text: string, decimal: "." | "," = "."): ReadAmount {
  if (ODD_DIGITS.test(text)) return { kind: "unread", expected: EXPECTED };
  const given = plainText(text.slice(0, MOST_CHARACTERS + 1));
  if (given === "") return { kind: "none" };
  if (given.length > MOST_CHARACTERS) return { kind: "unread", expected: EXPECTED };
  if (OTHER_CURRENCY.test(given)) return { kind: "unread", expected: "Enter the amount in US dollars" };
  if (BELOW_ZERO.test(given)) return { kind: "unread", expected: "Enter an amount above $0" };
  const written = given.replace(DOLLARS_BEFORE, "").replace(DOLLARS_BEHIND, "");
  const digits = decimal === "," ? written.replaceAll(/[.,]/g, (each) => (each === "," ? "." : ",")) : written;
  if (STOP_OF_THOUSANDS.test(digits)) {
    const amounts = [Number(digits), Number(digits.replace(".", ""))];
    return { kind: "question", amounts: digits.endsWith("0") ? amounts : amounts.slice(1) };
  }
  if (PLAIN.test(digits)) return { kind: "amount", amount: Number(digits) };
  if (IN_THOUSANDS.test(digits)) return { kind: "amount", amount: Number(digits.replaceAll(/[, ]/g, "")) };
  const amounts = IN_PARTS.test(digits) ? amountsOf(digits) : [];
  return amounts.length > 0 ? { kind: "question", amounts } : { kind: "unread", expected: EXPECTED };
}
