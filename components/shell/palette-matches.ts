import type { Offer } from "./use-offers.ts";

/** As many digits as a job's id can have; longer runs are phone numbers or MRNs. */
const JOB_ID = /^#?(\d{1,9})$/;

/** The job that a text names ("42", "#42"), or null. */
export function readJobId(text: string): number | null {
  const digits = JOB_ID.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** The operations whose name or summary holds every word of a text; all of them for an empty one. */
export function matchingOffers(offers: readonly Offer[], text: string): Offer[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return offers.filter(({ name, summary }) => {
    const said = `new ${name} ${summary}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
