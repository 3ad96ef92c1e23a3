import { type InstructedField, instruction, withinSentence } from "#lib/browser/forms/instruction";
import type { FieldError } from "#lib/kernel/field-error";

type FormFields = Record<string, InstructedField>;

interface FormErrors {
  /** The error text of each field of the form, by the field's name. */
  fields: Map<string, string>;
  /** Errors of fields that the form does not show. */
  others: FieldError[];
}

interface ErrorPlace {
  name: string;
  /** Number of the list entry, from 1. */
  entry: number | null;
  /** Field of the entry. */
  part: string | null;
}

/**
 * Returns the form field that a path belongs to: `claim_ids[0]` is entry 1. A form may name a field within an object by
 * its path, such as `auth.client_id`.
 */
function placeOf(path: string, form: FormFields): ErrorPlace {
  if (Object.hasOwn(form, path)) return { name: path, entry: null, part: null };
  const [name = "", index, part] = path.split(/[.[\]]+/);
  const entry = Number(index) + 1;
  if (!Number.isInteger(entry) || index === "") return { name, entry: null, part: null };
  return { name, entry, part: part ? part.replaceAll("_", " ") : null };
}

/** Returns the text of an error: "Entry 2: Shorten the claim numbers to 100 characters", or "Entry 3: code must be unique". */
function textOf({ entry, part }: ErrorPlace, field: InstructedField, message: string): string {
  if (entry === null) return instruction(field, message);
  return `Entry ${entry}: ${part === null ? instruction(field, message) : `${part} ${message}`}`;
}

/**
 * Assigns each of a response's `errors` (decisions §4) to its field: "Enter 1 to 25 claim numbers". Only
 * the first error of a field counts.
 */
export function formErrors(errors: readonly FieldError[], form: FormFields): FormErrors {
  const sorted: FormErrors = { fields: new Map(), others: [] };
  for (const error of errors) {
    const place = placeOf(error.field, form);
    const { name } = place;
    const field = Object.hasOwn(form, name) ? form[name] : undefined;
    if (!field) sorted.others.push(error);
    else if (!sorted.fields.has(name)) {
      sorted.fields.set(name, textOf(place, field, error.message));
    }
  }
  return sorted;
}

/** Returns the function that names another field in an error text: by its label. */
export const labelsOf =
  (form: FormFields) =>
  (field: string): string =>
    withinSentence(form[field]?.label ?? field);
