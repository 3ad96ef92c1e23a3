import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FhirResource } from "fhir/r4";
import type { Quirks } from "./quirks.ts";

/** A case from the world: a server with its quirks and what it holds. */
export interface FhirCase {
  /** The server, in words. */
  server: string;
  /** What is right, in words. */
  right: string;
  quirks: Partial<Quirks>;
  resources: FhirResource[];
  /** What changes behind our back after the first sync: resources, or quirks. */
  later: { resources?: FhirResource[]; quirks?: Partial<Quirks> };
}

const FOLDER = join(import.meta.dirname, "../cases");

/** Reads a case by its name. */
export const caseOf = (name: string): FhirCase => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
