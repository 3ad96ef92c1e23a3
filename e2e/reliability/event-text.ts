import { catalog } from "#lib/catalog/generated/definitions";

interface EventData {
  reference_number?: string;
  subject?: string;
  emr_claim_id?: string;
  claims?: { emr_claim_id: string; change: string }[];
  found?: number;
  updated?: number;
  summary?: { locations_updated: number };
  items?: { item_id: string }[];
  updated_fields?: string[];
  action_taken?: string;
  status?: string;
  emr_message_id?: string;
  payer_name?: string;
  patient_id?: string;
  patient_mrn?: string;
}

/** Formats an event as in `KilledOperation.expected`. */
export function eventText(type: string, data: Record<string, unknown>): string {
  const fields = data as EventData;
  const about =
    (fields.summary && `${fields.summary.locations_updated} updated`) ??
    fields.reference_number ??
    fields.subject ??
    fields.emr_claim_id ??
    fields.claims
      ?.map((claim) => `${claim.emr_claim_id} ${claim.change}`)
      .sort()
      .join(", ") ??
    (fields.found === undefined ? undefined : `${fields.updated} updated`) ??
    fields.items
      ?.map(({ item_id }) => item_id)
      .sort()
      .join(", ") ??
    fields.updated_fields?.join(", ") ??
    fields.action_taken ??
    fields.status ??
    fields.payer_name ??
    fields.emr_message_id?.replace(/\d+$/, "") ??
    // The EMR numbers its new patients.
    (fields.patient_id ? fields.patient_mrn?.replace(/\d+$/, "") : fields.patient_mrn);
  return `${type}: ${about}`;
}

/** The terminal events of all operations. */
export const TERMINAL: readonly string[] = Object.values(catalog).flatMap(({ events }) => [
  events.completed.type,
  events.failed.type,
]);
