import type { FhirContext } from "#lib/emr/fhir/context";
import { EMR_WRITES, type EmrConnection, EmrError } from "#lib/emr/port/port";

/** The writes of a connection, and how one whose end is unknown is settled. */
type Writing = Pick<EmrConnection, "repeats" | "findWrite" | (typeof EMR_WRITES)[number]>;

const notOffered = () => Promise.reject(new EmrError("validation", "A FHIR server does not offer this write"));

const WRITES = Object.fromEntries(EMR_WRITES.map((name) => [name, notOffered])) as unknown as Pick<
  EmrConnection,
  (typeof EMR_WRITES)[number]
>;

/** Returns the writes of a FHIR server. */
export const writingOf = (_context: FhirContext): Writing => ({ ...WRITES, repeats: "never", findWrite: notOffered });
