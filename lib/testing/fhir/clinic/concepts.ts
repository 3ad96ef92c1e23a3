import type { CodeableConcept, Reference } from "fhir/r4";

/** Returns a concept of a code system. */
export const concept = (system: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system, code, display }],
  text: display,
});

/** Returns a reference to a resource, with the words that a person reads. */
export const referenceTo = (type: string, id: string, display?: string): Reference => ({
  reference: `${type}/${id}`,
  ...(display === undefined ? {} : { display }),
});
