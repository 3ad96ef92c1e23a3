import type { Offer } from "./use-offers.ts";

/** Maximum of digits in a job's id; longer numbers are phone numbers or MRNs. */
const JOB_ID = /^#?(\d{1,9})$/;

/** Returns the job id in a text ("42", "#42"), or null. */
export function readJobId(text: string): number | null {
  const digits = JOB_ID.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** Returns the operations whose name or summary contains every word of a text; all of them for an empty text. */
export function matchingOffers(offers: readonly Offer[], text: string): Offer[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return offers.filter(({ name, summary }) => {
    const searched = `new ${name} ${summary}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
