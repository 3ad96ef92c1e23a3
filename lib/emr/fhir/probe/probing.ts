import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { ProbeCalls } from "./answer.ts";
import type { Page, ProbedResource } from "./page.ts";
import { type ProbedType, type Samples, TYPES } from "./readable.ts";

/** The calls and earlier findings that the probes after the first page of each type use. */
export interface Probing {
  calls: ProbeCalls;
  samples: Samples;
  /** The server's reaction to unknown parameters, by which an empty answer is judged. */
  handling: Pick<FhirFindings, "unknown_parameter" | "strict_handling">;
}

/** Returns the types whose search answered. */
export const readableTypes = (samples: Samples): ProbedType[] =>
  TYPES.filter((type) => samples.get(type)?.answer.kind === "ok");

/** Returns the first type that has a page with some property, patients first. */
export function pageWith(samples: Samples, has: (page: Page) => boolean): { type: ProbedType; page: Page } | null {
  for (const type of TYPES) {
    const page = samples.get(type);
    if (page && has(page)) return { type, page };
  }
  return null;
}

/** Returns the first resource with some property, of any of the types. */
export function resourceWith(
  samples: Samples,
  has: (resource: ProbedResource) => boolean,
  types: readonly ProbedType[] = TYPES,
): { type: ProbedType; resource: ProbedResource } | null {
  for (const type of types) {
    const resource = samples.get(type)?.resources.find(has);
    if (resource) return { type, resource };
  }
  return null;
}
