import type { Traits } from "#lib/emr/records-api/traits";

/** The service's log of events, where the outcome of every operation stands. */
export const EVENTS_PATH = "/webhook-events";

/** Where the service calculates open times. */
export const AVAILABILITY_PATH = "/availability";

/** Names under which an answer may have the events. */
export const EVENT_LISTS = ["webhook_events", "events"] as const;

/** Where the client's webhook is registered. */
export const WEBHOOK_PATH = "/webhook";

/** Header of an event's signature. */
export const SIGNATURE_HEADER = "cobalt-verification";

/** Names under which an answer may have the secret of the client's events. */
export const SECRET_NAMES = ["secret", "webhook_secret", "signing_secret"] as const;

const REFERENCE = "reference ";

/** Name of the finding that the service has this reference for the account. */
export const referenceTrait = (reference: string): string => `${REFERENCE}${reference}`;

/** Returns the reference that the service has for the account, as the last probe found; null if it found none. */
export const referenceIn = (traits: Traits): string | null => traits.after(REFERENCE);

/** Operations of the interface of which the service has none: they are run by reads. */
export const RUN_BY_READS: readonly string[] = ["/claims/fetch", "/org-settings/fetch"];

/** Names under which the data of an event, or its record, may have the service's own id of a visit, best first. */
export const VISIT_IDS = ["appointment_id", "id"] as const;

/** Names under which it may have the EMR's id of a visit. */
export const EMR_VISIT_IDS = ["ehr_appointment_id", "emr_appointment_id", "ehr_id"] as const;

/** What an operation's event names, by which it is known if the answer was lost. */
export interface Sign {
  /** The first word of the types of its events. */
  subject: string;
  /** Fields of the request: one that the event has must be the same. */
  fields: readonly string[];
  /** Those of which the event must have one: they distinguish an operation from others, which a subject, often the same, does not. */
  telling: readonly string[];
  /** Whether the record that its event names can be read, which shows more of it, and that it is this account's. */
  isReadable: boolean;
}

const sign = (
  subject: string,
  telling: readonly string[],
  others: readonly string[],
  { isReadable = false }: { isReadable?: boolean } = {},
): Sign => ({ subject, telling, fields: [...telling, ...others], isReadable });

/** The signs of each operation, by method and path. */
export const SIGNS: readonly (readonly [RegExp, Sign])[] = [
  [/^POST \/payments$/, sign("payment", ["reference_number"], ["patient_mrn", "amount", "payment_method"])],
  [/^POST \/patient-notes$/, sign("patient_note", ["note"], ["subject", "patient_mrn", "location_id"])],
  [/^POST \/messages$/, sign("message", ["message"], ["subject", "provider"])],
  [/^POST \/tasks$/, sign("task", ["description"], ["subject", "patient_mrn"])],
  [/^POST \/referrals$/, sign("referral", ["reason"], ["patient_mrn", "direction", "priority"], { isReadable: true })],
  [/^PATCH \/referrals\/[^/]+$/, sign("referral", ["referral_id"], ["status", "priority"])],
  [/^PATCH \/appointments$/, sign("appointment", ["emr_appointment_id"], ["status"], { isReadable: true })],
];
