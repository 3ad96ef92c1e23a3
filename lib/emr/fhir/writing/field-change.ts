import type { Appointment, Coverage, Patient, ServiceRequest } from "fhir/r4";

/** A resource that is changed. */
export type Changed = Appointment | Coverage | Patient | ServiceRequest;

export type Value = string | number | null;

/** One field that a change sets. */
export interface FieldChange<Resource extends Changed> {
  /** The field in words. */
  name: string;
  wanted: Value;
  of(resource: Resource): Value;
  /** Returns the changed elements; undefined for one that must go. */
  set(resource: Resource): Partial<Record<keyof Resource, unknown>>;
  /** Returns a value in words for a conflict's reason; null for free text, which may be about the patient. */
  shown(value: Value): string | null;
}

/** A change of the named fields of one record; all others stay as they are. */
export interface Change<Resource extends Changed> {
  type: Resource["resourceType"];
  id: string;
  /** The record in words. */
  noun: string;
  fields: FieldChange<Resource>[];
  /** Returns why the record cannot be changed, as a sentence; null if it can. */
  check?(resource: Resource): string | null;
}

/** Servers store texts with other ends of lines, and without white space at their end. */
const inForm = (value: Value): Value => (typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : value);

/** Returns whether a resource has the value of a field that a change wants. */
export const isKept =
  <Resource extends Changed>(resource: Resource) =>
  ({ of, wanted }: FieldChange<Resource>): boolean =>
    inForm(of(resource)) === inForm(wanted);

/** Returns a resource with the wanted values of the fields. */
export function withFields<Resource extends Changed>(
  resource: Resource,
  fields: readonly FieldChange<Resource>[],
): Resource {
  const changing = { ...resource };
  for (const { set } of fields) {
    const elements = set(changing);
    // The extensions of a primitive, such as why it is absent, belong to its old value.
    const old = Object.keys(elements).map((name) => [`_${name}`, undefined]);
    Object.assign(changing, elements, Object.fromEntries(old));
  }
  return changing;
}
