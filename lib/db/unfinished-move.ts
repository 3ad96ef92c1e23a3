import type pg from "pg";
import { StartFailure } from "#lib/kernel/start-failure";

// A move of an organization commits at the target before it removes the rows at their origin. Until then both have it, and the
// origin says so in a comment on the migrations' schema: a backup contains it, and no process starts there.

/** A move that has begun to commit at its target. */
export interface UnfinishedMove {
  /** Id without dashes. */
  organization: string;
  /** The target's system identifier and database. */
  target: string;
}

const WRITTEN = /^unfinished move of ([0-9a-f]{32}) to (.+)$/s;

/** Returns the move from a database that was interrupted, or null. */
export async function unfinishedMove(client: pg.Client): Promise<UnfinishedMove | null> {
  const { rows } = await client.query<{ text: string | null }>(
    "SELECT obj_description(to_regnamespace('drizzle'), 'pg_namespace') AS text",
  );
  const [, organization, target] = WRITTEN.exec(rows[0]?.text ?? "") ?? [];
  return organization && target ? { organization, target } : null;
}

/** Notes a move as unfinished, or none (null), in the client's transaction if there is one. */
export async function noteUnfinishedMove(client: pg.Client, move: UnfinishedMove | null): Promise<void> {
  const text = move ? client.escapeLiteral(`unfinished move of ${move.organization} to ${move.target}`) : "NULL";
  await client.query(`COMMENT ON SCHEMA drizzle IS ${text}`);
}

/** Throws a StartFailure if a move from this database was interrupted: its target may do the organization's work already. */
export async function refuseUnfinishedMove(client: pg.Client): Promise<void> {
  const move = await unfinishedMove(client);
  if (!move) return;
  throw new StartFailure(
    `The move of the organization ${move.organization} to another deployment was interrupted. Run npm run move-organization for it again, with the same TARGET_DATABASE_URL, or with --give-up to keep it here`,
  );
}
