import { sql } from "drizzle-orm";
import { newestMigration } from "#lib/db/newest-migration";
import { withoutTenant } from "#lib/db/without-tenant";
import { runnerState } from "./runner-state.ts";

/** A database that does not answer within this time counts as away. */
const DATABASE_DEADLINE_MS = 3_000;

/**
 * Returns the answer of `/api/ready` (decisions §1): 200 if this process can do its work, else 503 with the missing
 * parts.
 */
export async function readiness(): Promise<{ status: number; body: Record<string, unknown> }> {
  const missing = await missingParts();
  if (missing.length === 0) return { status: 200, body: { success: true, status: "ready" } };
  return { status: 503, body: { success: false, status: "not ready", message: missing.join("; "), missing } };
}

/** Returns the missing parts in words; empty if the process is ready. */
async function missingParts(): Promise<string[]> {
  const runner = runnerState();
  const missing = runner.expected && !runner.running ? ["the runner is not up"] : [];
  try {
    const applied = await Promise.race([appliedMigration(), noAnswer()]);
    if (applied < newestMigration()) missing.push("migrations are not current");
  } catch {
    missing.push("the database does not answer");
  }
  return missing;
}

async function appliedMigration(): Promise<number> {
  const [row] = await withoutTenant<{ newest: string | null }>(
    sql`SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations`,
  );
  return Number(row?.newest ?? 0);
}

function noAnswer(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(reject, DATABASE_DEADLINE_MS, new Error("No answer")).unref();
  });
}
