import type { FormField } from "#lib/definitions/operation";
import type { FieldError } from "#lib/kernel/field-error";

type FormFields = Record<string, Pick<FormField, "label">>;

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

/** Returns the text of an error: "Entry 2: Claim numbers must be a string", or "Entry 3: code must be unique". */
function textOf({ entry, part }: ErrorPlace, label: string, message: string): string {
  return entry === null ? `${label} ${message}` : `Entry ${entry}: ${part ?? label} ${message}`;
}

/**
 * Assigns each of a response's `errors` (decisions §4) to its field: "Claim numbers must have at most 25 entries". Only
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
      sorted.fields.set(name, textOf(place, field.label, error.message));
    }
  }
  return sorted;
}

/** Returns a label for use within a sentence: "Patient" becomes "patient", "EMR id" stays. */
const withinSentence = (label: string): string => {
  const [first = "", second = ""] = label;
  return second === second.toUpperCase() ? label : first.toLowerCase() + label.slice(1);
};

/** Returns the function that names another field in an error text: by its label. */
export const labelsOf =
  (form: FormFields) =>
  (field: string): string =>
    withinSentence(form[field]?.label ?? field);
