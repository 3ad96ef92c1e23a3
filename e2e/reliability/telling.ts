import { catalog } from "#lib/catalog/catalog";

interface Told {
  reference_number?: string;
  subject?: string;
  emr_claim_id?: string;
  claims?: { emr_claim_id: string; change: string }[];
  summary?: { locations_updated: number };
  items?: { item_id: string }[];
  updated_fields?: string[];
  action_taken?: string;
  status?: string;
  emr_message_id?: string;
  patient_mrn?: string;
}

/** Formats an event as in `KilledOperation.expected`. */
export function telling(type: string, data: Record<string, unknown>): string {
  const told = data as Told;
  const about =
    (told.summary && `${told.summary.locations_updated} updated`) ??
    told.reference_number ??
    told.subject ??
    told.emr_claim_id ??
    told.claims
      ?.map((claim) => `${claim.emr_claim_id} ${claim.change}`)
      .sort()
      .join(", ") ??
    told.items
      ?.map(({ item_id }) => item_id)
      .sort()
      .join(", ") ??
    told.updated_fields?.join(", ") ??
    told.action_taken ??
    told.status ??
    told.emr_message_id?.replace(/\d+$/, "") ??
    told.patient_mrn;
  return `${type}: ${about}`;
}

/** The terminal events of all operations. */
export const TERMINAL: readonly string[] = Object.values(catalog).flatMap(({ events }) => [
  events.completed.type,
  events.failed.type,
]);
