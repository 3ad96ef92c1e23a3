import type { SQL } from "drizzle-orm";
import { takeConnection } from "./pool.ts";
import { databaseOn } from "./session.ts";
import { DatabaseUnavailable, isPassing, keepsConnection } from "./unavailable.ts";

/** Statements without a tenant share one holder's part of the pool. */
const NOBODY = "";

/**
 * Runs a statement outside of any tenant. Row-level security hides all tenants' rows from it: for the SECURITY DEFINER
 * functions of migrations/0002_lookups.sql, and for tables that belong to no tenant. Throws DatabaseUnavailable if the
 * database is away or does not respond.
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
