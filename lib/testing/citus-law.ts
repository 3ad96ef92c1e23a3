import { ON_COORDINATOR, REFERENCE } from "#lib/db/distribution";

// What Citus refuses of statements on distributed tables and a text shows. The statements are those of pg_stat_statements, in
// which a parameter stands for each constant.

interface Refusal {
  refused: string;
  isIn(statement: string, isDistributed: (table: string) => boolean): boolean;
}

/** An insertion of a query's rows, and the rest of its statement. */
const INSERTED_ROWS = /\bINSERT\s+INTO\s+"?(\w+)"?\s*(?:AS\s+\w+\s*)?\([^)]*\)\s*SELECT\b([\s\S]*)/gi;

const CHANGED = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?"?(\w+)"?/gi;

/** The part of an insertion that says what happens to a row that is there, up to what it returns. */
const ON_CONFLICT = /\bDO\s+UPDATE\s+SET\b([\s\S]*?)(?=\bRETURNING\b|$)/gi;

/** Functions that are not immutable, by the names in our statements. */
const CHANGING = /\b(?:now|clock_timestamp|nextval|gen_random_uuid)\s*\(|\bcurrent_(?:date|timestamp)\b/i;

/** A time and an interval added or subtracted: what comes out depends on the session's time zone. */
const TIME_SHIFTED = /[+-]\s*(?:interval\b|\S+\s*\*\s*interval\b|make_interval\b)/i;

/** The same of a column: the one that a statement binds is computed before the node is chosen. */
const COLUMN_SHIFTED = /\b(?:\w+\.)?[a-z_]*(?:_at|_until)\s*[+-]\s*(?:\S+\s*\*\s*)?(?:interval\b|make_interval\b)/i;

/** A number drawn in the row's own expression, rather than by a subquery. */
const DRAWN = /(?<!SELECT\s)\bnextval\s*\(/i;

const changes = (statement: string): string[] =>
  [...statement.matchAll(CHANGED)].map(([, table = ""]) => table.toLowerCase());

const REFUSALS: readonly Refusal[] = [
  {
    refused: "an insertion of a query's rows goes by COPY unless it returns something or names its conflict",
    isIn: (statement, isDistributed) =>
      [...statement.matchAll(INSERTED_ROWS)].some(
        ([, table = "", rest = ""]) => isDistributed(table) && !/\bRETURNING\b|\bON\s+CONFLICT\b/i.test(rest),
      ),
  },
  {
    refused: "ON CONFLICT … DO UPDATE calls a function that is not immutable",
    isIn: (statement) =>
      [...statement.matchAll(ON_CONFLICT)].some(
        ([, clause = ""]) => CHANGING.test(clause) || TIME_SHIFTED.test(clause),
      ),
  },
  {
    refused: "a change draws a number outside of a subquery, or adds an interval to a column",
    isIn: (statement) =>
      /^\s*(?:WITH\s+\w+\s+AS\s+\()?\s*(?:UPDATE|DELETE)\b/i.test(statement) &&
      (DRAWN.test(statement) || COLUMN_SHIFTED.test(statement)),
  },
];

/** Returns why Citus would refuse a statement, as far as its text shows it; null if nothing is known against it. */
export function refusedByCitus(statement: string, tenants: ReadonlySet<string>): string | null {
  const isDistributed = (table: string) => tenants.has(table) && table !== REFERENCE && !ON_COORDINATOR.has(table);
  if (!changes(statement).some(isDistributed)) return null;
  return REFUSALS.find(({ isIn }) => isIn(statement, isDistributed))?.refused ?? null;
}
