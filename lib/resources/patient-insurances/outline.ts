import { DEFAULT_RETRY } from "#lib/definitions/operation";

/** What the operations on the insurances of a patient have in common: their jobs run one after the other. */
export const insuranceOutline = {
  effect: "writes",
  embed: "patient",
  capability: "insurances",
  changes: { kind: "insurances", idOf: ({ params }: { params: Record<string, string> }) => params.mrn ?? null },
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  retry: DEFAULT_RETRY,
} as const;
