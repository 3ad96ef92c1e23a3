import type { EmrKind } from "#lib/emr/port/connector";

/** A FHIR R4 server as a kind of EMR. */
export const FHIR_KIND = {
  emrType: "fhir",
  name: "FHIR R4",
  about:
    "A FHIR R4 server: its records are synced, referrals, notes, messages, tasks, orders and visit statuses written.",
  probesWrites: true,
  isPublished: true,
} as const satisfies EmrKind;
