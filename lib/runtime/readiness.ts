import { sql } from "drizzle-orm";
import { newestMigration } from "#lib/db/newest-migration";
import { withoutTenant } from "#lib/db/without-tenant";
import { runnerState } from "./runner-state.ts";

/** A database that has not answered by then counts as out. */
const DATABASE_DEADLINE_MS = 3_000;

/** What this process lacks to do its work, in words; empty when it is ready. */
export async function missingParts(): Promise<string[]> {
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
