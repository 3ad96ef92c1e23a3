import type { Capability } from "#lib/emr/port/capability";

/** The capabilities that a FHIR server can have; FHIR has no posting to a ledger, no recalls and no catalog of orders. */
export const FHIR_CAPABILITIES: ReadonlySet<Capability> = new Set<Capability>([
  "patient_notes",
  "orders",
  "messages",
  "tasks",
  "referrals",
  "appointments",
]);
