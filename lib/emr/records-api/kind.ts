import type { EmrKind } from "#lib/emr/port/connector";

/** Another deployment of this interface as a kind of EMR. */
export const RECORDS_API_KIND = {
  emrType: "records_api",
  name: "Records API",
  about:
    "A deployment of this same interface elsewhere, or a hosted service of it: its records are synced, operations are passed on to it.",
} as const satisfies EmrKind;
