import type { FieldValues } from "react-hook-form";
import type { FieldText } from "#lib/browser/forms/field-text";
import type { FormField, FormOutline, Widget } from "#lib/definitions/operation";

const RECORDS: Record<string, FormField> = {
  appointments: { label: "Appointment", widget: "visit" },
  referrals: { label: "Referral", widget: "referral" },
  patients: { label: "Patient", widget: "patient" },
  insurances: { label: "Insurance", widget: "insurance" },
  recalls: { label: "Recall", widget: "recall" },
};

/**
 * Returns the form fields for an operation's path parameters, by parameter: `/referrals/{id}` needs a referral as `id`.
 * Throws if no picker exists for such a record.
 */
export function targetFields(path: string): Record<string, FormField> {
  const parts = path.split("/");
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
      if (parameter === undefined) return [];
      const field = RECORDS[parts[index - 1] ?? ""];
      if (!field) throw new Error(`No form knows how to pick the ${part} of ${path}`);
      return [[parameter, field]];
    }),
  );
}

/** Returns the fields of an operation's form, in display order. */
export const fieldsOf = ({ path, form }: Pick<FormOutline, "path" | "form">): Record<string, FormField> =>
  Object.fromEntries(
    Object.entries<FormField>({ ...targetFields(path), ...form }).filter(([, { hidden = false }]) => !hidden),
  );

/** Widgets whose values are typed; all others choose from a list. */
const TYPED: ReadonlySet<Widget> = new Set([
  "text",
  "multiline",
  "money",
  "date",
  "date-time",
  "number",
  "chips",
  "parts",
]);

/** Returns the texts of fields, for labels and instructions. */
export const fieldTexts = (form: Record<string, FormField>): Record<string, FormField & FieldText> =>
  Object.fromEntries(
    Object.entries(form).map(([name, field]) => [name, { ...field, isChosen: !TYPED.has(field.widget) }]),
  );

/** Splits a form's values into path parameters and body. */
export function splitTarget(path: string, values: FieldValues) {
  const parameters = new Set(Object.keys(targetFields(path)));
  const entries = Object.entries(values);
  return {
    target: Object.fromEntries(entries.filter(([name]) => parameters.has(name))),
    body: Object.fromEntries(entries.filter(([name]) => !parameters.has(name))),
  };
}
