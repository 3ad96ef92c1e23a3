import type { SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { appPool } from "./pool.ts";

/**
 * Runs a statement outside of any tenant. Row-level security hides every tenant's rows from it: it is for the
 * SECURITY DEFINER functions of migrations/0001_tenancy.sql and for tables that belong to no tenant.
 */
export async function withoutTenant<Row extends Record<string, unknown>>(statement: SQL): Promise<Row[]> {
  const result = await drizzle(appPool()).execute<Row>(statement);
  return result.rows as Row[];
}
