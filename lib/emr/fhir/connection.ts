import { z } from "zod";
import { requiredText } from "#lib/kernel/fields";
import { visitStatuses } from "./visit-statuses.ts";

const ADDRESS = "must be an http or https URL without user, query and fragment";

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    !/[?#]/.test(text) &&
    url.username === "" &&
    url.password === ""
  );
}

/** `connection` of `fhir`: a server's address and how it is authorized (decisions §12). */
export const fhirConnection = z.object(
  {
    base_url: requiredText(2_048)
      .refine(isBaseUrl, ADDRESS)
      .describe("Address of the FHIR server, such as https://ehr.example/fhir/R4"),
    auth: z.discriminatedUnion("kind", [z.object({ kind: z.literal("none") })]),
    visit_statuses: visitStatuses.optional().describe("The practice's visit statuses; without them FHIR's own"),
    mrn_system: requiredText(500).optional().describe("System of the patient identifier that is the MRN"),
  },
  { error: "must be an object" },
);

export type FhirConnection = z.infer<typeof fhirConnection>;
