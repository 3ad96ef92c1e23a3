import type { AuditEntryModel } from "#lib/administration/audit-log/model";

type Detailed = Pick<AuditEntryModel, "detail">;

/** "hidden_in_availability" as "hidden in availability". */
const fieldWords = (field: string): string => field.replaceAll("_", " ");

const VALUES: Readonly<Record<string, string>> = { true: "yes", false: "no", "": "none" };

const valueWords = (value: string): string => VALUES[value] ?? value;

/** A changed field with its value before and after, in words. */
export interface ChangeWords {
  field: string;
  from: string;
  to: string;
}

/** Returns the changed fields of an entry, each with its value before and after. */
export const changesOf = ({ detail }: Detailed): ChangeWords[] =>
  (detail?.changed ?? []).map(({ field, from, to }) => ({
    field: fieldWords(field),
    from: valueWords(from),
    to: valueWords(to),
  }));

/** Returns the details of a change in words: "status: active → inactive"; null if the entry has none. */
export function detailWords(entry: Detailed): string | null {
  if (entry.detail === null) return null;
  const {
    switched_on: on = [],
    switched_off: off = [],
    connected_to: origin,
    drafted_by: drafter,
    second_factor: factor,
  } = entry.detail;
  const parts = [
    ...changesOf(entry).map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ...(on.length > 0 ? [`Switched on: ${on.join(", ")}`] : []),
    ...(off.length > 0 ? [`Switched off: ${off.join(", ")}`] : []),
    ...(factor === undefined ? [] : [`Second factor: ${factor}`]),
    ...(drafter === undefined ? [] : [`Drafted by ${drafter}`]),
    ...(origin === undefined ? [] : [`Connected to ${origin}`]),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
}
