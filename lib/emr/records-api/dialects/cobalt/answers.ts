import { z } from "zod";
import { EmrError } from "#lib/emr/port/port";

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => value !== null && typeof value === "object" && !Array.isArray(value);

/** Fields under which an answer may put what the interface shows at its top. */
const WRAPPERS = ["data", "results"] as const;

/** Fields of an answer that are lists of no records. */
const NOT_RECORDS = ["warnings", "errors", "reasons"];

/** Returns the answer, and the objects in which it may wrap its fields. */
const levelsOf = (body: Row): Row[] => [body, ...WRAPPERS.map((name) => body[name]).filter(isRow)];

/**
 * Returns the list in an answer: under one of the names, also inside a wrapper, else the wrapper itself, else the only list that
 * there is. Throws an EmrError if there is none.
 */
export function rowsIn(body: Row, ...names: readonly string[]): unknown[] {
  const levels = levelsOf(body);
  const named = levels.flatMap((level) => names.map((name) => level[name])).find(Array.isArray);
  const wrapped = named ?? WRAPPERS.map((name) => body[name]).find(Array.isArray);
  if (wrapped) return wrapped;
  const lists = levels.flatMap((level) =>
    Object.entries(level).flatMap(([name, value]) =>
      Array.isArray(value) && !NOT_RECORDS.includes(name) ? [value] : [],
    ),
  );
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;
  throw new EmrError("passing", `The EMR's answer has no list of ${names[0]}`, { notDone: true });
}

/** Returns the one record in an answer, under one of the names, as itself or as a list of one; null if there is none. */
export function recordIn(body: Row, ...names: readonly string[]): unknown {
  for (const level of levelsOf(body)) {
    for (const name of names) {
      const value = level[name];
      if (Array.isArray(value)) return value[0] ?? null;
      if (isRow(value)) return value;
    }
  }
  return null;
}

/** Returns the first text or number in an answer under one of the names, also inside a wrapper; null if there is none. */
export function fieldIn(body: Row, ...names: readonly string[]): string | null {
  const values = levelsOf(body).flatMap((level) => names.map((name) => level[name]));
  const found = values.find((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return found === undefined ? null : String(found);
}

const count = z.coerce.number().int().nonnegative().nullish().catch(null);

/** `pagination` of a list, of which a page may leave anything out. */
const stated = z
  .object({ current_page: count, page: count, total_pages: count, total_count: count, page_size: count })
  .transform((found) => ({
    page: found.current_page ?? found.page ?? null,
    totalPages: found.total_pages ?? null,
    totalCount: found.total_count ?? null,
    size: found.page_size || null,
  }));

export type StatedPages = z.output<typeof stated>;

/** Returns what an answer says of its pages; null if it says nothing. */
export function pagesIn(body: Row): StatedPages | null {
  const found = levelsOf(body).find(({ pagination }) => isRow(pagination));
  return found ? (stated.safeParse(found.pagination).data ?? null) : null;
}
