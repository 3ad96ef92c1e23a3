import type { ProbeCalls } from "./answer.ts";
import { type Found, found } from "./found.ts";
import { type Page, search } from "./page.ts";

/** The types that the connector reads or writes. Patients come first: their answer shows whether the server can be used. */
export const TYPES = [
  "Patient",
  "Practitioner",
  "PractitionerRole",
  "Location",
  "Schedule",
  "Slot",
  "Appointment",
  "ServiceRequest",
  "DocumentReference",
  "Communication",
  "Task",
  "Coverage",
  "Organization",
] as const;

export type ProbedType = (typeof TYPES)[number];

/** How the probe of a type's search is called, before the type. */
export const SEARCH_OF = "Search of ";

/** Resources that are asked for as a sample of a type. */
export const FEW = 5;

/** The first page of each type. */
export type Samples = ReadonlyMap<ProbedType, Page>;

/** Reads the first page of a type. */
export const samplePage = (calls: ProbeCalls, type: ProbedType): Promise<Page> =>
  search(calls, `${type}?_count=${FEW}`);

/** Probe: which types can be searched. */
export function readableFound(samples: Samples): Found {
  const readable = [...samples].filter(([, { answer }]) => answer.kind === "ok").map(([type]) => type);
  const entries = [...samples].map(([type, { answer, resources, total, link }]) => {
    const isWhole = resources.length < FEW && link("next") === null;
    const count = total ?? (isWhole ? resources.length : `at least ${resources.length}`);
    return found(`${SEARCH_OF}${type}`, answer.kind === "ok" ? `finds ${count} of them` : answer.words).behaviour;
  });
  return { findings: { readable }, behaviour: entries.flat() };
}
