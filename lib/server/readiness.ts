import { sql } from "drizzle-orm";
import { newestMigration } from "#lib/db/newest-migration";
import { withoutTenant } from "#lib/db/without-tenant";
import { runnerState } from "./runner-state.ts";

/** A database that has not answered by then counts as out. */
const DATABASE_DEADLINE_MS = 3_000;

/** What `/api/ready` answers (decisions §1): 200 when this process can do its work, else 503 with what is missing. */
export async function readiness(): Promise<{ status: number; body: Record<string, unknown> }> {
  const missing = await missingParts();
  if (missing.length === 0) return { status: 200, body: { success: true, status: "ready" } };
  return { status: 503, body: { success: false, status: "not ready", message: missing.join("; "), missing } };
}

/** What this process lacks to do its work, in words; empty when it is ready. */
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
