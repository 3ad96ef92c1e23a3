import type { SQL } from "drizzle-orm";
import { takeConnection } from "./pool.ts";
import { databaseOn } from "./session.ts";
import { DatabaseUnavailable, isPassing, keepsConnection } from "./unavailable.ts";

/** Whose share of the connections its statements have: no account's. */
const NOBODY = "";

/**
 * Runs a statement outside of any tenant. Row-level security hides every tenant's rows from it: it is for the
 * SECURITY DEFINER functions of migrations/0002_lookups.sql and for tables that belong to no tenant. Throws
 * DatabaseUnavailable where the database is away or does not answer.
 */
export async function withoutTenant<Row extends Record<string, unknown>>(statement: SQL): Promise<Row[]> {
  const { client, release } = await takeConnection(NOBODY);
  let broken: Error | undefined;
  try {
    const result = await databaseOn(client).execute<Row>(statement);
    return result.rows as Row[];
  } catch (error) {
    if (!keepsConnection(error)) broken = error as Error;
    throw broken || isPassing(error) ? new DatabaseUnavailable("nothing", error) : error;
  } finally {
    release(broken);
  }
}
