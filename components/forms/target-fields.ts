import type { FormField, Widget } from "#lib/operations/definition";

/** Besides what fills a body's field, pickers of the record that an operation's address names. */
export type DrawnWidget = Widget | "referral" | "recall";

export interface DrawnField extends Omit<FormField, "widget"> {
  widget: DrawnWidget;
}

const RECORDS: Record<string, DrawnField> = {
  referrals: { label: "Referral", widget: "referral" },
  recalls: { label: "Recall", widget: "recall" },
};

/**
 * The form fields that an operation's address asks for, by parameter: `/referrals/{id}` asks for a referral as `id`.
 * Throws where nothing is known to pick such a record with.
 */
export function targetFields(path: string): Record<string, DrawnField> {
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

/** An address with its parameters filled in. */
export const fillPath = (path: string, values: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(values[parameter] ?? "")));
