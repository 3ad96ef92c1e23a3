import { sql } from "drizzle-orm";
import { needsWritable } from "#lib/kernel/database-url";
import { required } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";
import { type CommittedRow, forgetCommit, lastCommit, lastCommitBefore } from "./last-commit.ts";
import { databaseMetrics } from "./metrics.ts";
import { ownOrganization } from "./own-organization.ts";
import { appPool } from "./pool.ts";
import { readTenant } from "./tenant.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Time between two beats. */
const BEAT_MS = 1_000;

/** Rows of processes that have not committed for longer are deleted: they have ended. */
const KEPT = "30 days";

/**
 * How far the sequences are moved on after a loss: more numbers than a standby can be behind. A number that was
 * acknowledged must not be given again, since callers keep it.
 */
const NUMBERS = 100_000;

/** This process's knowledge of commits that the database acknowledged and lost. */
interface Loss {
  /** When this process noticed the last loss; null if there was none. */
  noticedAt: Date | null;
  /** Called once for each loss. */
  heard: Set<() => void>;
}

const loss = () => singleton("lost-commits", (): Loss => ({ noticedAt: null, heard: new Set() }));

/** Returns when this process last noticed that acknowledged commits were lost; null if it never did. */
export const commitsLostAt = (): Date | null => loss().noticedAt;

/** Calls `heard` whenever this process notices that acknowledged commits were lost. Returns the unsubscribe function. */
export function onCommitsLost(heard: () => void): () => void {
  loss().heard.add(heard);
  return () => loss().heard.delete(heard);
}

/** Returns whether the database has an acknowledged row. */
async function isThere({ tenant, table, id }: CommittedRow): Promise<boolean> {
  const look = sql`SELECT FROM ${sql.identifier(table)} WHERE organization_id = ${ownOrganization} AND id = ${id}`;
  const { rowCount } = await readTenant(tenant, (tx) => tx.execute(look));
  return rowCount === 1;
}

/**
 * Notices that the database has lost commits that it had acknowledged, as an asynchronous standby does that is promoted,
 * or a restored backup. PostgreSQL's log is one sequence, so a lost commit loses everything after it: each process
 * commits a higher number every second, and what it finds there must not be lower than what was acknowledged to it. A
 * loss that is shorter than a second shows by the last row that was acknowledged before a failover. This needs no
 * privilege, and works behind any address.
 */
export class CommitWitness {
  readonly #process = newId();
  readonly #timer: NodeJS.Timeout;
  #next = 1;
  #acknowledged = 0;
  #beating: Promise<void> | null = null;

  constructor(beatMs = BEAT_MS) {
    this.#timer = setInterval(() => void this.beat(), beatMs).unref();
  }

  /** Commits the next number and judges what it replaces. Resolves as well if the database does not answer. */
  beat(): Promise<void> {
    this.#beating ??= this.#commit()
      // The database is away, which those who need it report; the next beat commits and judges.
      .catch(() => undefined)
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  async #commit(): Promise<void> {
    const number = this.#next++;
    const earlier = lastCommit();
    const [row] = await withoutTenant<{ before: string | null }>(sql`
      INSERT INTO commit_witness AS mine (process, number) VALUES (${this.#process}, ${number})
      ON CONFLICT (process) DO UPDATE SET number = excluded.number, committed_at = now()
      RETURNING (SELECT number FROM commit_witness WHERE process = ${this.#process}) AS before`);
    const replaced = lastCommitBefore();
    const wentBack = Number(row?.before ?? 0) < this.#acknowledged || (replaced !== null && !(await isThere(replaced)));
    this.#acknowledged = number;
    // This number is later in the log than both.
    forgetCommit(earlier, "present");
    forgetCommit(replaced, "replaced");
    if (wentBack) await this.#tell();
    else if (row?.before === null)
      await withoutTenant(sql`
      DELETE FROM commit_witness WHERE committed_at < now() - ${KEPT}::interval`);
  }

  async #tell(): Promise<void> {
    const known = loss();
    known.noticedAt = new Date();
    databaseMetrics().commitsLost.inc();
    logger.error({ kind: "commits_lost" }, "the database lost commits that it had acknowledged");
    for (const heard of known.heard) heard();
    await withoutTenant(sql`
      SELECT count(nextval('job_id_seq')), count(nextval('as_of_seq')) FROM generate_series(1, ${NUMBERS}::integer)`);
  }
}

/** Starts this process's witness if its database may be replaced by another server; it ends with the pool. */
export function watchCommits(): void {
  if (!needsWritable(required("APP_DATABASE_URL"))) return;
  // Singletons close in reverse order: the pool must close after the witness that uses it.
  appPool();
  singleton(
    "commit-witness",
    () => new CommitWitness(),
    (witness) => witness.close(),
  );
}
