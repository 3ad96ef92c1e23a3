import { jsonResponse } from "#lib/api/answer/error-response";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { escapedBytes, FITTING_BYTES, sentBytes } from "./result.ts";
import type { Arguments } from "./tool.ts";

/** How a read is answered: `fields` of its records alone, and `whole` also if it is large. */
export interface Extent {
  fields: ReadonlySet<string> | null;
  whole: boolean;
}

/** The arguments of every read that say how it is answered; the server's instructions explain them once. */
export const EXTENT_PROPERTIES = {
  fields: { type: "string" },
  whole: { type: "boolean" },
};

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns names of fields, which may be a list or, as in an address, separated by commas; empty if they are neither. */
function namesOf(given: unknown): string[] {
  const names = typeof given === "string" ? given.split(/[\s,]+/).filter(Boolean) : given;
  return Array.isArray(names) && names.every((each) => typeof each === "string") ? names : [];
}

/** Returns the arguments of the query, and apart from them those that say how it is answered. Throws 400. */
export function extentOf({ fields = null, whole = null, ...given }: Arguments): { extent: Extent; given: Arguments } {
  const names = namesOf(fields);
  if (fields !== null && names.length === 0) {
    throw invalid([problem("fields", "must be names of fields, separated by commas")]);
  }
  if (whole !== null && typeof whole !== "boolean") throw invalid([problem("whole", "must be true or false")]);
  return { extent: { fields: fields === null ? null : new Set(names), whole: whole === true }, given };
}

/** Returns the records of a body: those of its list, or its single one. */
function recordsOf(body: Body): Body[] {
  return Object.values(body).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isObject));
}

/** Returns a body with some fields of its records alone. Throws 400 if none of the records has one of the fields. */
function withFields(body: Body, fields: ReadonlySet<string>): Body {
  const known = new Set(recordsOf(body).flatMap(Object.keys));
  const unknown = [...fields].filter((name) => !known.has(name));
  if (known.size > 0 && unknown.length > 0) {
    const names = [...known].join(", ");
    throw invalid([
      problem("fields", `must be of: ${names}`, `No such field: ${unknown.join(", ")}. There are: ${names}`),
    ]);
  }
  const chosen = (record: unknown) =>
    isObject(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => fields.has(name))) : record;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.map(chosen) : chosen(value)]),
  );
}

const rowsOf = (body: Body): number =>
  Math.max(0, ...Object.values(body).map((value) => (Array.isArray(value) ? value.length : 0)));

const tooLarge = (body: Body, bytes: number): Body => ({
  success: false,
  message: `The result has ${Math.ceil(bytes / 1_000)} kB: name the \`fields\` that you need, or set \`whole\` to true`,
  fields: Object.fromEntries(
    [...new Set(recordsOf(body).flatMap(Object.keys))].map((name) => [
      name,
      recordsOf(body).reduce((sum, record) => sum + escapedBytes(record[name]), 0),
    ]),
  ),
});

/**
 * Answers a read within a size, as sent, that a conversation can hold, unless the whole is asked for. A list is read again with as many
 * rows as fit, and goes on at `next_cursor`; a record that does not fit is 413 with the sizes of its fields. `read` answers
 * for a number of rows, or by its own default. Throws 400 for fields that the records do not have.
 */
export async function fittingAnswer(
  { fields, whole }: Extent,
  { isPaged, read }: { isPaged: boolean; read(rows?: number): Promise<Response> },
): Promise<Response> {
  let rows: number | undefined;
  for (;;) {
    const response = await read(rows);
    if (!response.ok) return response;
    const all: Body = await response.json();
    const chosen = fields ? withFields(all, fields) : all;
    const found = rowsOf(chosen);
    const note = rows === undefined ? {} : { note: `${found} rows, so that the result stays below 25 kB` };
    const body = { ...chosen, ...note };
    const bytes = whole ? 0 : sentBytes(body);
    if (whole || bytes < FITTING_BYTES) return jsonResponse(200, body);
    if (!isPaged || found <= 1) return jsonResponse(413, tooLarge(all, bytes));
    rows = Math.max(1, Math.min(found - 1, Math.floor((found * FITTING_BYTES * 0.9) / bytes)));
  }
}
