import type pg from "pg";
import { baselineMigration } from "./journal.ts";

const IS_THERE = "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS known";

/**
 * Throws if this database has migrations but did not start with the baseline: versions before the baseline were never
 * released, and no migration leads from their tables to the baseline.
 */
export async function assertReleasedShape(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ known: boolean }>(IS_THERE);
  if (!found[0]?.known) return;
  const { rows } = await client.query<{ first: string | null }>(
    "SELECT min(created_at) AS first FROM drizzle.__drizzle_migrations",
  );
  const first = rows[0]?.first ?? null;
  if (first === null || Number(first) === baselineMigration()) return;
  throw new Error(
    "it has the tables of a version that was never released, which this version cannot migrate: start with an empty database. Nothing was changed",
  );
}
