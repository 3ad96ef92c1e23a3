import type { z } from "zod";
import { EmrError, type FaultyRecord } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";

type Row = Record<string, unknown>;

const MAX_ID_LENGTH = 200;

/** Returns the list in an answer: under the resource's plural, or under `data`. Throws an EmrError if there is none. */
export function listOf(body: Row, name: string): unknown[] {
  const list = body[name] ?? body.data;
  if (Array.isArray(list)) return list;
  throw new EmrError("passing", `The EMR's answer has no list of ${name}`, { notDone: true });
}

/** Returns the cursor of the next page; null after the last one. */
export const nextCursorOf = ({ next_cursor }: Row): string | null =>
  typeof next_cursor === "string" && next_cursor !== "" ? next_cursor : null;

/** Returns whether an answer says that it left rows out and offers no next page. */
export function saysCut(body: Row): boolean {
  if (nextCursorOf(body) !== null || !Array.isArray(body.warnings)) return false;
  return body.warnings.some((line) =>
    /more (rows|records|results|remain)|truncat|cut off|limited to/i.test(String(line)),
  );
}

/** Returns a record's id: the first of some fields that has one; null if none has. */
export function fullIdOf(row: unknown, fields: readonly string[]): string | null {
  const values = row !== null && typeof row === "object" ? fields.map((field) => (row as Row)[field]) : [];
  const id = values.find((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return id === undefined ? null : String(id);
}

/** Returns a record's id for a person; its place in the page if it has none. */
function idOf(row: unknown, fields: readonly string[], place: number): string {
  const shown = (fullIdOf(row, fields) ?? "").slice(0, MAX_ID_LENGTH);
  return shown !== "" && isStorable(shown) ? shown : `record ${place + 1}`;
}

/** Names the fields that a record fails by, without their values. */
const reasonOf = ({ issues }: z.ZodError): string =>
  [...new Set(issues.map(({ path, message }) => `${path.join(".") || "The record"} ${message}`))].join("; ");

/** The fault of a value of another type, which the schema library names otherwise; what a schema puts into words stays. */
const typeFault: z.core.$ZodErrorMap = (issue) => {
  const isOfType =
    issue.code === "invalid_type" ||
    issue.code === "invalid_union" ||
    issue.code === "custom" ||
    (issue.code === "invalid_value" && issue.values.length === 1);
  return isOfType ? "is missing or of another type" : undefined;
};

/** Parses records one by one: one that is not understood is set aside with a reason, and the others stay. */
export function parseRows<Schema extends z.ZodType>(
  rows: readonly unknown[],
  schema: Schema,
  idFields: readonly string[],
): { records: z.output<Schema>[]; faulty: FaultyRecord[] } {
  const records: z.output<Schema>[] = [];
  const faulty: FaultyRecord[] = [];
  for (const [place, row] of rows.entries()) {
    const parsed = schema.safeParse(row, { error: typeFault });
    if (parsed.success) records.push(parsed.data);
    else faulty.push({ ehrId: idOf(row, idFields, place), reason: reasonOf(parsed.error) });
  }
  return { records, faulty };
}
