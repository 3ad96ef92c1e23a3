import { letters } from "#lib/browser/page/matches-words";
import type { Offer } from "./use-offers.ts";

/** Maximum of digits in a job's id; longer numbers are phone numbers or MRNs. */
const JOB_ID = /^#?(\d{1,9})$/;

/** Returns the job id in a text ("42", "#42"), or null. */
export function readJobId(text: string): number | null {
  const digits = JOB_ID.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

const wordsOf = (text: string) => letters(text).split(/\s+/).filter(Boolean);

/** Returns the pages whose name has a word that begins with each word of a text; none for an empty text. */
export function matchingPages<Page extends { name: string }>(pages: readonly Page[], text: string): Page[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return pages.filter(({ name }) => {
    const own = wordsOf(name);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/** Returns the operations whose title, name or summary contains every word of a text; all of them for an empty text. */
export function matchingOffers(offers: readonly Offer[], text: string): Offer[] {
  const words = wordsOf(text);
  return offers.filter(({ title, name, summary }) => {
    const searched = letters(`new ${title} ${name} ${summary}`);
    return words.every((word) => searched.includes(word));
  });
}
