import type { FhirResource } from "fhir/r4";
import { connectorOf } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";

const MRN = "https://clinic.example/mrn";

const at = (index: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, 0, 123 + index)).toISOString();
const meta = (index: number) => ({ versionId: "1", lastUpdated: at(index) });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A few records of each type that the connector reads. */
export const probedRecords = (): FhirResource[] => [
  ...range(30).map(
    (index): FhirResource => ({
      resourceType: "Patient",
      id: `pat-${index}`,
      meta: meta(index),
      identifier: [{ system: MRN, value: `MRN-${index}` }],
      name: [{ family: "Nuñez", given: ["Ada"] }],
    }),
  ),
  ...range(12).map(
    (index): FhirResource => ({
      resourceType: "Appointment",
      id: `app-${index}`,
      meta: meta(index),
      status: "booked",
      start: `2026-03-${String(2 + index).padStart(2, "0")}T09:00:00-05:00`,
      end: `2026-03-${String(2 + index).padStart(2, "0")}T09:30:00-05:00`,
      participant: [{ actor: { reference: `Patient/pat-${index}` }, status: "accepted" }],
    }),
  ),
  {
    resourceType: "ServiceRequest",
    id: "ref-1",
    meta: meta(1),
    status: "active",
    intent: "order",
    subject: { reference: "Patient/pat-1" },
  },
  ...range(2).map(
    (index): FhirResource => ({
      resourceType: "Coverage",
      id: `cov-${index}`,
      meta: meta(index),
      identifier: [{ system: "https://clinic.example/policy", value: `P-${index}` }],
      status: "active",
      beneficiary: { reference: `Patient/pat-${index}` },
      payor: [{ display: "Aetna" }],
    }),
  ),
  {
    resourceType: "Binary",
    id: "bin-1",
    meta: meta(1),
    contentType: "application/pdf",
    data: Buffer.from("%PDF-1.7").toString("base64"),
  },
  {
    resourceType: "DocumentReference",
    id: "doc-1",
    meta: meta(1),
    status: "current",
    content: [{ attachment: { contentType: "application/pdf", url: "Binary/bin-1" } }],
  },
];

export interface ProbeOptions {
  writeProbes?: boolean;
  before?: Profile | null;
}

/** Probes the FHIR server at a base URL without credentials, by reads alone unless `writeProbes` is true. */
export async function probeAt(
  baseUrl: string,
  { writeProbes = false, before = null }: ProbeOptions = {},
): Promise<Profile> {
  const connection = { base_url: baseUrl, auth: { kind: "none" } };
  const signal = new AbortController().signal;
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes, before, signal });
  if (!profile) throw new Error("The connector has no probe");
  return profile;
}

/** Returns the words of a probe's finding. */
export const wordsOf = ({ behaviour }: Profile, name: string): string | undefined =>
  behaviour.find((each) => each.probe === name)?.found;
