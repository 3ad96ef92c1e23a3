import { sql } from "drizzle-orm";
import { clockFault } from "#lib/db/clock";
import { isDiskFull } from "#lib/db/full-disk";
import { newestMigration } from "#lib/db/journal";
import { withoutTenant } from "#lib/db/without-tenant";
import { commitsLostAt } from "#lib/db/witness";
import { processState } from "./process-state.ts";

/** A database that does not answer within this time counts as away. */
const DATABASE_DEADLINE_MS = 3_000;

/**
 * Returns the answer of `/api/ready` (decisions §1): 200 if this process can do its work, else 503 with the missing
 * parts.
 */
export async function readiness(): Promise<{ status: number; body: Record<string, unknown> }> {
  const missing = await missingParts();
  if (missing.length === 0) return { status: 200, body: { success: true, status: "ready", ...warning() } };
  return { status: 503, body: { success: false, status: "not ready", message: missing.join("; "), missing } };
}

/**
 * A process goes on after a loss of commits, with a wrong clock, and reads while the database's disk is full, so the answer
 * stays 200; people must know of it.
 */
function warning(): { warning?: string } {
  const at = commitsLostAt();
  const ahead = clockFault();
  const seconds = Math.round(Math.abs(ahead ?? 0) / 1_000);
  const warnings = [
    ...(isDiskFull() ? ["the database's disk is full: it refuses writes"] : []),
    ...(at ? [`the database lost commits that it had acknowledged, noticed at ${at.toISOString()}`] : []),
    ...(ahead === null
      ? []
      : [
          `this process's clock is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the database's: retention deletes nothing here`,
        ]),
  ];
  return warnings.length > 0 ? { warning: warnings.join("; ") } : {};
}

/** Returns the missing parts in words; empty if the process is ready. */
async function missingParts(): Promise<string[]> {
  const { runnerExpected, runnerUp, stopping } = processState();
  // Nothing else matters then, and the database may be gone already.
  if (stopping) return ["the process is stopping"];
  const missing = runnerExpected && !runnerUp ? ["the runner is not up"] : [];
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
