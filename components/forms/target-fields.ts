import type { FieldValues } from "react-hook-form";
import type { FormField, FormOutline } from "#lib/definitions/operation";

const RECORDS: Record<string, FormField> = {
  referrals: { label: "Referral", widget: "referral" },
  recalls: { label: "Recall", widget: "recall" },
};

/**
 * The form fields that an operation's address asks for, by parameter: `/referrals/{id}` asks for a referral as `id`.
 * Throws where nothing is known to pick such a record with.
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

/** The fields that an operation's form asks for, in the order in which they stand. */
export const fieldsOf = ({ path, form }: Pick<FormOutline, "path" | "form">): Record<string, FormField> =>
  Object.fromEntries(
    Object.entries<FormField>({ ...targetFields(path), ...form }).filter(([, { hidden = false }]) => !hidden),
  );

/** An address with its parameters filled in. */
export const fillPath = (path: string, values: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(values[parameter] ?? "")));

/** Parts a form's values: what its operation's address names, and what its body holds. */
export function splitTarget(path: string, values: FieldValues) {
  const parameters = new Set(Object.keys(targetFields(path)));
  const entries = Object.entries(values);
  return {
    target: Object.fromEntries(entries.filter(([name]) => parameters.has(name))),
    body: Object.fromEntries(entries.filter(([name]) => !parameters.has(name))),
  };
}
