import type { AuditDetail } from "#lib/db/schema";

type Value = string | number | boolean | null | readonly string[];

const words = (value: Value | undefined): string =>
  Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);

/**
 * Returns the details of a change for the audit log: the record's name, and each field whose value differs, with the
 * value before and after. The caller passes neither secrets nor data of patients.
 */
export function changedFields<Field extends string>(
  record: string,
  before: Readonly<Record<Field, Value>>,
  after: Readonly<Record<Field, Value>>,
): AuditDetail {
  const fields = Object.keys(before) as Field[];
  return {
    record,
    changed: fields
      .map((field) => ({ field, from: words(before[field]), to: words(after[field]) }))
      .filter(({ from, to }) => from !== to),
  };
}
