import type { FormField } from "#lib/definitions/operation";
import type { FieldError } from "#lib/kernel/field-error";

type FormFields = Record<string, Pick<FormField, "label">>;

interface FormErrors {
  /** The text at each field of the form, by its name. */
  fields: Map<string, string>;
  /** The errors of fields that the form does not have. */
  others: FieldError[];
}

/** The name of the form's field that holds a path, and the number of the list's entry: `claim_ids[0]` is entry 1. */
function placeOf(path: string): { name: string; entry: number | null } {
  const [name = "", index] = path.split(/[.[\]]+/);
  const entry = Number(index) + 1;
  return { name, entry: Number.isInteger(entry) && index !== "" ? entry : null };
}

/**
 * Puts each of an answer's `errors` (decisions §4) on the form's field that it names: "Claim numbers must have at most 25
 * entries". The first error of a field counts.
 */
export function formErrors(errors: readonly FieldError[], form: FormFields): FormErrors {
  const sorted: FormErrors = { fields: new Map(), others: [] };
  for (const error of errors) {
    const { name, entry } = placeOf(error.field);
    const field = Object.hasOwn(form, name) ? form[name] : undefined;
    if (!field) sorted.others.push(error);
    else if (!sorted.fields.has(name)) {
      sorted.fields.set(name, `${entry === null ? "" : `Entry ${entry}: `}${field.label} ${error.message}`);
    }
  }
  return sorted;
}

/** A label as it stands within a sentence: "Patient" is "patient", "EMR id" stays. */
const withinSentence = (label: string): string => {
  const [first = "", second = ""] = label;
  return second === second.toUpperCase() ? label : first.toLowerCase() + label.slice(1);
};

/** Returns what a form's problems call another field: its label. */
export const labelsOf =
  (form: FormFields) =>
  (field: string): string =>
    withinSentence(form[field]?.label ?? field);
