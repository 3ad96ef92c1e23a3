import type pg from "pg";
import { baselineMigration } from "./journal.ts";

const IS_THERE = "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS known";

/** A commit of the newest version before the baseline, whose tables are the baseline's. */
const LAST_BEFORE = "7f6315da";

/**
 * Throws if this database has migrations but not those that the baseline stands for: an earlier version's tables, to which
 * the migrations between are no longer here. An empty database passes.
 */
export async function assertMigratable(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ known: boolean }>(IS_THERE);
  if (!found[0]?.known) return;
  const { rows } = await client.query<{ stands: boolean | null }>(
    "SELECT bool_or(created_at = $1) AS stands FROM drizzle.__drizzle_migrations",
    [baselineMigration()],
  );
  if (rows[0]?.stands !== false) return;
  throw new Error(
    `it has the tables of an earlier version, from which this one cannot migrate: start the version of commit ${LAST_BEFORE} on it first, then this one. Nothing was changed`,
  );
}
