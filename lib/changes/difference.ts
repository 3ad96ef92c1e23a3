import { isDeepStrictEqual } from "node:util";
import type { OwnCause } from "#lib/db/change-cause";
import type { ChangeKind } from "./kinds.ts";
import type { RecordAsShown } from "./shown.ts";

/** What a field of a record showed before a change, and after it; null where the record did not or does not exist. */
export interface FieldDifference {
  field: string;
  before: unknown;
  after: unknown;
}

/** What a transaction changed of a record, by what its read showed before and shows after it. */
export interface Difference {
  change: "created" | "updated" | "deleted";
  ehrId: string | null;
  patientMrn: string | null;
  updatedFields: string[];
  /** Of the updated fields; of a deleted record, all that it showed; none of a created one, which `record` shows. */
  differences: FieldDifference[];
  record: Record<string, unknown> | null;
}

/** A difference of a record, and what made it: null for what was found in the EMR. */
export interface Found extends Difference {
  kind: ChangeKind;
  id: string;
  cause: OwnCause | null;
}

type Fields = Record<string, unknown>;

const fieldsOf = ({ record, apart }: RecordAsShown): Fields => ({ ...record, ...apart });

/** Returns the fields that differ, in the order of the record. */
const differing = (before: Fields, after: Fields): FieldDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // Most fields hold the same text, of ten thousand records at once.
    .filter((field) => before[field] !== after[field] && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));

const isShown = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Returns all that a record showed that is no more. */
const lost = (before: RecordAsShown): FieldDifference[] =>
  Object.entries(fieldsOf(before)).flatMap(([field, value]) =>
    isShown(value) ? [{ field, before: value, after: null }] : [],
  );

/** Returns the difference between two readings of a record; null if its read shows the same. */
export function differenceOf(before: RecordAsShown | undefined, after: RecordAsShown | undefined): Difference | null {
  const common = (shown: RecordAsShown) => ({ ehrId: shown.ehrId, patientMrn: shown.patientMrn });
  if (!after?.record)
    return before?.record
      ? { change: "deleted", ...common(before), updatedFields: [], differences: lost(before), record: null }
      : null;
  const { record } = after;
  if (!before?.record) return { change: "created", ...common(after), updatedFields: [], differences: [], record };
  const differences = differing(fieldsOf(before), fieldsOf(after));
  const updatedFields = differences.map(({ field }) => field);
  return differences.length === 0 ? null : { change: "updated", ...common(after), updatedFields, differences, record };
}
