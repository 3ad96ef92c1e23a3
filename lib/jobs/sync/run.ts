import "#lib/changes/teller";
import { and, asc, eq, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { syncKind } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { holdLink } from "#lib/emr/link";
import type { EmrConnection, SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { brand } from "#lib/kernel/brand";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { rowOf, type SyncKindRow } from "#lib/resources/synced/complete-reading";
import type { SyncContext } from "#lib/resources/synced/synced-kind";

/** Statement timeout of a transaction that stores a page, or that removes the records that a reading did not return. */
export const MAX_STATEMENT_MS = 120_000;

/**
 * Thrown by a run when another run of the account has taken over, or when the link that it reads has ended: everything
 * that it stored remains.
 */
export class SyncOvertaken extends Error {
  static {
    brand(SyncOvertaken, "SyncOvertaken");
  }

  constructor() {
    super("Another sync of the account has taken over, or its link has ended");
    this.name = "SyncOvertaken";
  }
}

/** A run's share of time in the queue of syncs: it ends after some pages or some time, so that others get theirs. */
export class TimeSlice {
  #pages: number;
  readonly #until: number;

  constructor({ pages, ms }: { pages: number; ms: number } = { pages: Infinity, ms: Infinity }) {
    this.#pages = pages;
    this.#until = performance.now() + ms;
  }

  /** Counts a page that was read and stored. */
  countPage(): void {
    this.#pages--;
  }

  get isOver(): boolean {
    return this.#pages <= 0 || performance.now() >= this.#until;
  }
}

/** One process's work on the sync of an account. */
export interface Run {
  id: string;
  tenant: AccountTenant;
  emr: EmrConnection;
  /** Version of the account's link with which the connection was opened: pages of another one are never stored. */
  linkVersion: number;
  context: Omit<SyncContext, "accepted">;
  /** Deadline of one page, in milliseconds. */
  pageMs: number;
  slice: TimeSlice;
  /** True between two syncs: it reads what changed, and neither sweeps ids nor reads a kind whole. */
  changesAlone: boolean;
}

export interface Request {
  /** Kinds whose last complete reading is older than this are read. */
  requestedAt: Date;
  /** Kinds whose short answer a person has accepted. */
  acceptHeld: readonly SyncKind[];
}

/**
 * Throws SyncOvertaken if the run's link has ended; otherwise the link stands until the end of the caller's transaction.
 * Call it before the rows of kinds are locked (see holdLink).
 */
export async function assertLinked(tx: Transaction, { tenant, linkVersion }: Run): Promise<void> {
  const { organizationId, linkedAccountId: id } = tenant;
  if (!(await holdLink(tx, { id, organizationId, linkVersion }))) throw new SyncOvertaken();
}

/**
 * Takes over the rows of all kinds that the connection shows, and forgets those of others. A short answer counts as
 * accepted only if it was there before the request: a repeated entry must not accept a later one. Throws SyncOvertaken.
 */
export async function beginRun(run: Run, kinds: SyncKind[], { requestedAt, acceptHeld }: Request): Promise<void> {
  const { organizationId, linkedAccountId } = run.tenant;
  await withTenant(run.tenant, async (tx) => {
    await assertLinked(tx, run);
    await tx.execute(
      sql`INSERT INTO sync_kind (organization_id, linked_account_id, kind, runner)
          SELECT ${organizationId}::uuid, ${linkedAccountId}::uuid, kind, ${run.id}::uuid
          FROM unnest(${sql.param(kinds)}::text[]) WITH ORDINALITY AS given (kind, position) ORDER BY position
          ON CONFLICT (organization_id, linked_account_id, kind) DO UPDATE SET runner = excluded.runner, changes_alone = false`,
    );
    if (acceptHeld.length > 0)
      await tx.execute(
        sql`UPDATE sync_kind SET accept_held = true
            WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId} AND held IS NOT NULL
              AND kind = ANY (${sql.param([...acceptHeld])}::text[]) AND page_at <= ${requestedAt.toISOString()}::timestamptz`,
      );
    await tx.execute(
      sql`DELETE FROM sync_kind WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
          AND kind <> ALL (${sql.param(kinds)}::text[])`,
    );
  });
}

/** Locks the rows of all kinds in their order, in which everybody locks several of them. */
export async function lockKinds(tx: Transaction, { linkedAccountId }: AccountTenant): Promise<void> {
  await tx
    .select({ kind: syncKind.kind })
    .from(syncKind)
    .where(eq(syncKind.linkedAccountId, linkedAccountId))
    .orderBy(sql`array_position(${sql.param([...SYNC_KINDS])}::text[], ${syncKind.kind})`)
    .for("update");
}

/**
 * Takes over the rows of those of the kinds of which a run may read the changes alone: they were read whole before, wait for no
 * sync's reading or person, and no sync is at work on them. Returns these kinds. Throws SyncOvertaken.
 */
export async function beginChanges(run: Run, kinds: readonly SyncKind[]): Promise<SyncKind[]> {
  const { linkedAccountId } = run.tenant;
  return withTenant(run.tenant, async (tx) => {
    await assertLinked(tx, run);
    await lockKinds(tx, run.tenant);
    const { rows } = await tx.execute<{ kind: SyncKind }>(
      sql`UPDATE sync_kind SET runner = ${run.id}, changes_alone = true
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
            AND kind = ANY (${sql.param([...kinds])}::text[]) AND (runner IS NULL OR changes_alone)
            AND since IS NOT NULL AND synced_at IS NOT NULL AND anew_since IS NULL AND held IS NULL AND first_load IS NULL
            AND NOT (reading AND mode <> 'incremental')
          RETURNING kind`,
    );
    return rows.map(({ kind }) => kind);
  });
}

/** Returns whether a kind waits for a sync: readings of the changes alone leave it out, as `beginChanges` does. */
export const isLeftToSyncs = ({ syncedAt, anewSince, held, firstLoad }: SyncKindRow): boolean =>
  syncedAt === null || anewSince !== null || held !== null || firstLoad !== null;

/** Returns the state of each kind. */
export const kindRows = (
  tx: Transaction,
  { linkedAccountId }: Pick<AccountTenant, "linkedAccountId">,
): Promise<SyncKindRow[]> =>
  tx.select().from(syncKind).where(eq(syncKind.linkedAccountId, linkedAccountId)).orderBy(asc(syncKind.kind));

/** Returns whether a kind is up to date for a sync's request: a reading of the changes alone was no sync's. */
export const isDone = (
  { reading, failures, pageAt, changesAt }: SyncKindRow,
  { requestedAt }: Pick<Request, "requestedAt">,
): boolean =>
  !reading && failures === 0 && pageAt !== null && pageAt >= requestedAt && pageAt.getTime() !== changesAt?.getTime();

/**
 * Runs `work` in a transaction with the kind's row locked. Throws SyncOvertaken if another run has taken over or
 * the link has ended; returns null if a live settings sync has read the kind meanwhile.
 */
export const withKind = <Result>(
  run: Run,
  kind: SyncKind,
  work: (tx: Transaction, row: SyncKindRow) => Promise<Result>,
): Promise<Result | null> =>
  withTenant(
    run.tenant,
    async (tx) => {
      await assertLinked(tx, run);
      const [row] = await tx.select().from(syncKind).where(rowOf(run.tenant, kind)).for("update");
      if (!row || (row.runner !== null && row.runner !== run.id)) throw new SyncOvertaken();
      return row.runner === null ? null : work(tx, row);
    },
    { maxMs: MAX_STATEMENT_MS },
  );

/** Changes the kind's row in the caller's transaction. */
export async function setKind(
  tx: Transaction,
  tenant: AccountTenant,
  kind: SyncKind,
  values: Partial<typeof syncKind.$inferInsert>,
): Promise<void> {
  await tx
    .update(syncKind)
    .set(values)
    .where(and(rowOf(tenant, kind)));
}

/** Returns a new run. */
export const newRun = (run: Omit<Run, "id">): Run => ({ id: newId(), ...run });
