import { expect, it } from "vitest";
import { CONNECTIONS } from "#lib/emr/connections";
import { connectionLines } from "./connection-lines.ts";

const { fhir } = CONNECTIONS;
if (!fhir) throw new Error("This EMR type has a connection");

const connection = {
  base_url: "https://fhir.example/R4",
  auth: { kind: "client_secret", client_id: "console" },
  visit_statuses: [{ code: "ARR", description: "Arrived", fhir_status: "arrived" }],
};
const wordsOf = (given: Record<string, unknown>) =>
  connectionLines(fhir, { connection: given, secrets: ["auth.client_secret"] }).map(
    ({ label, value }) => `${label}: ${value}`,
  );

it("shows each field of a connection, its kind by name, and secrets as stored", () => {
  expect(wordsOf(connection)).toEqual([
    "Base URL: https://fhir.example/R4",
    "Authorization: Client id and secret",
    "Client id: console",
    "Client secret: stored, never shown",
    "MRN: as each patient’s record marks it",
    "Visit statuses: ARR: Arrived",
  ]);
});

it("shows which identifier is the MRN, and that the codes of visits are FHIR's own", () => {
  expect(wordsOf({ ...connection, mrn_system: "urn:mrn", visit_statuses: undefined }).slice(-2)).toEqual([
    "MRN: urn:mrn",
    "Visit statuses: FHIR’s own",
  ]);
});
