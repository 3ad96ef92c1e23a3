import type { FormField } from "#lib/definitions/operation";
import type { FieldError } from "#lib/kernel/field-error";

type FormFields = Record<string, Pick<FormField, "label">>;

interface FormErrors {
  /** The error text of each field of the form, by the field's name. */
  fields: Map<string, string>;
  /** Errors of fields that the form does not show. */
  others: FieldError[];
}

/**
 * Returns the form field that a path belongs to, and the number of the list entry: `claim_ids[0]` is entry 1. A form may
 * name a field within an object by its path, such as `auth.client_id`.
 */
function placeOf(path: string, form: FormFields): { name: string; entry: number | null } {
  if (Object.hasOwn(form, path)) return { name: path, entry: null };
  const [name = "", index] = path.split(/[.[\]]+/);
  const entry = Number(index) + 1;
  return { name, entry: Number.isInteger(entry) && index !== "" ? entry : null };
}

/**
 * Assigns each of a response's `errors` (decisions §4) to its field: "Claim numbers must have at most 25 entries". Only
 * the first error of a field counts.
 */
export function formErrors(errors: readonly FieldError[], form: FormFields): FormErrors {
  const sorted: FormErrors = { fields: new Map(), others: [] };
  for (const error of errors) {
    const { name, entry } = placeOf(error.field, form);
    const field = Object.hasOwn(form, name) ? form[name] : undefined;
    if (!field) sorted.others.push(error);
    else if (!sorted.fields.has(name)) {
      sorted.fields.set(name, `${entry === null ? "" : `Entry ${entry}: `}${field.label} ${error.message}`);
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
