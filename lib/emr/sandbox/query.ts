import { named } from "#lib/db/named";
import { sandboxPool } from "./pool.ts";

/** Returns the rows of one statement of the simulator; `$1` is the practice. */
export async function rowsOf<Row extends object>(
  statement: string,
  practiceId: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (await sandboxPool().query<Row>(named(statement, [practiceId, ...values]))).rows;
}

/** Returns SQL for a moment in the EMR's format: ISO 8601 in UTC. */
export const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
