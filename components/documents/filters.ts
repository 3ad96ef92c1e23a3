import type { DocumentFilters } from "#lib/browser/api/documents";
import { dayRange } from "#lib/browser/page/day-range";

/** A document's name, singular and plural. */
export const DOCUMENTS = ["document", "documents"] as const;

/** The names of the filters in the URL; days are those of the account's clinic. */
export const DOCUMENT_FILTERS = ["query", "patient_mrn", "mime_type", "referral_id", "from", "until"] as const;

export type DocumentsFilters = Record<(typeof DOCUMENT_FILTERS)[number], string>;

/** Returns the filters as parameters of GET /documents; both days are inclusive. */
export const documentQuery = ({ from, until, ...same }: DocumentsFilters, timeZone: string): DocumentFilters => ({
  ...same,
  ...dayRange(from, until, timeZone),
});
