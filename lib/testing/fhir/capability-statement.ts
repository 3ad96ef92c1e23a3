import { HELD_TYPES } from "./definitions.ts";

/** The answer of `metadata`: it states less than the server does. */
export const CAPABILITY_STATEMENT = {
  resourceType: "CapabilityStatement",
  status: "active",
  date: "2026-01-01",
  kind: "instance",
  fhirVersion: "4.0.1",
  format: ["json"],
  software: { name: "Medplum" },
  rest: [
    {
      mode: "server",
      resource: HELD_TYPES.map((type) => ({
        type,
        interaction: ["read", "create", "update", "patch", "delete", "search-type"].map((code) => ({ code })),
      })),
    },
  ],
};
