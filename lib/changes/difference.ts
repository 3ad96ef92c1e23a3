import { isDeepStrictEqual } from "node:util";
import type { OwnCause } from "#lib/db/change-cause";
import type { ChangeKind } from "./kinds.ts";
import type { Shown } from "./shown.ts";

/** What a transaction changed of a record, by what its read showed before and shows after it. */
export interface Difference {
  change: "created" | "updated" | "deleted";
  ehrId: string | null;
  patientMrn: string | null;
  updatedFields: string[];
  record: Record<string, unknown> | null;
}

/** A difference of a record, and what made it: null for what was found in the EMR. */
export interface Found extends Difference {
  kind: ChangeKind;
  id: string;
  cause: OwnCause | null;
}

type Fields = Record<string, unknown>;

const fieldsOf = ({ record, apart }: Shown): Fields => ({ ...record, ...apart });

/** Returns the names of the fields that differ, in the order of the record. */
function differing(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Returns the difference between two readings of a record; null if its read shows the same. */
export function differenceOf(before: Shown | undefined, after: Shown | undefined): Difference | null {
  const common = (shown: Shown) => ({ ehrId: shown.ehrId, patientMrn: shown.patientMrn });
  if (!after?.record)
    return before?.record ? { change: "deleted", ...common(before), updatedFields: [], record: null } : null;
  const { record } = after;
  if (!before?.record) return { change: "created", ...common(after), updatedFields: [], record };
  const updatedFields = differing(fieldsOf(before), fieldsOf(after));
  return updatedFields.length === 0 ? null : { change: "updated", ...common(after), updatedFields, record };
}
