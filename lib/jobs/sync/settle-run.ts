import { eq } from "drizzle-orm";
import { noteFirstRead } from "#lib/db/changed-records";
import { linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { forgetFirstSync } from "#lib/definitions/first-sync";
import { stateOf } from "#lib/definitions/kind-state";
import type { EmrError, SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { alert } from "#lib/mail/alert";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";
import { publishAccountEvent } from "#lib/webhooks/events/publish-account-event";
import { publishToNamed } from "#lib/webhooks/events/publish-to-named";
import { assertLinked, kindRows, lockKinds, type Run, setKind } from "./run.ts";

/** Consecutive failures after which a kind is degraded. */
const DEGRADED_AFTER = 2;

/** A kind that could not be read. */
export interface Failure {
  kind: SyncKind;
  error: EmrError;
}

type Verdict = Partial<SyncKindRow> & { status: SyncKindRow["status"] };

const isBad = (status: SyncKindRow["status"]): boolean => status === "degraded" || status === "held";

/** Returns the change of a kind's state at the end of a run; null if nothing changes. */
function verdictOf(row: SyncKindRow, failure: Failure | undefined): Verdict | null {
  if (failure) {
    const failures = row.failures + 1;
    const degraded = failure.error.kind === "validation" || failures >= DEGRADED_AFTER;
    const status = row.held ? "held" : degraded || isBad(row.status) ? "degraded" : "waiting";
    return { ...stateOf(status, failure.error.message), failures };
  }
  // A reading that ended although it may not have been whole counts as a failure until another one is whole.
  if (row.reading || row.failures > 0) return null;
  if (row.held) return { status: "held" };
  return isBad(row.status) ? stateOf("fresh", row.reason) : null;
}

const inOrder = (kinds: string[]) => SYNC_KINDS.filter((kind) => kinds.includes(kind));

async function publish(
  tx: Transaction,
  tenant: AccountTenant,
  type: "sync.degraded" | "sync.recovered",
  rows: SyncKindRow[],
) {
  if (rows.length === 0) return;
  await publishAccountEvent(tx, tenant, type, {
    linked_account_id: tenant.linkedAccountId,
    kinds: inOrder(rows.map(({ kind }) => kind)),
    reason:
      type === "sync.recovered"
        ? "The EMR's records were read again"
        : [...new Set(rows.map(({ reason }) => reason ?? ""))].join("; "),
  });
}

/** Sets the statuses of locked kinds after their reading, and publishes each change once, in the caller's transaction. */
async function settle(tx: Transaction, tenant: AccountTenant, rows: SyncKindRow[], failures: Failure[]): Promise<void> {
  const degraded: SyncKindRow[] = [];
  const recovered: SyncKindRow[] = [];
  for (const row of rows) {
    const failure = failures.find(({ kind }) => kind === row.kind);
    const verdict = verdictOf(row, failure);
    await setKind(tx, tenant, row.kind as SyncKind, { ...verdict, runner: null });
    if (!verdict || isBad(verdict.status) === isBad(row.status)) continue;
    (isBad(verdict.status) ? degraded : recovered).push({ ...row, ...verdict });
  }
  await publish(tx, tenant, "sync.degraded", degraded);
  if (degraded.length > 0) await alert(tx, tenant, "emr_degraded");
  await publish(tx, tenant, "sync.recovered", recovered);
}

/** Publishes once which locked kinds were read for the first time; from then on their changes are told. */
async function announce(tx: Transaction, tenant: AccountTenant, rows: SyncKindRow[]): Promise<void> {
  const first = rows.filter(({ syncedAt, announced }) => syncedAt !== null && !announced);
  if (first.length === 0) return;
  for (const { kind } of first) {
    await setKind(tx, tenant, kind as SyncKind, { announced: true });
    noteFirstRead(tx, tenant, kind);
  }
  const data = {
    linked_account_id: tenant.linkedAccountId,
    kinds: inOrder(first.map(({ kind }) => kind)),
    rows: first.reduce((all, { rows: read }) => all + read, 0),
  };
  await publishToNamed(tx, tenant, [{ type: "sync.completed", data }]);
}

/**
 * Ends the reading of kinds that a job has stored in the caller's transaction, which has locked their rows: like the end
 * of a run, but for kinds that a sync reads by now.
 */
export async function settleKinds(tx: Transaction, tenant: AccountTenant, kinds: readonly SyncKind[]): Promise<void> {
  const rows = await kindRows(tx, tenant);
  const ended = rows.filter(({ kind, runner }) => runner === null && kinds.includes(kind as SyncKind));
  await settle(tx, tenant, ended, []);
}

/**
 * Ends a run: counts the failures of its kinds, sets their statuses, and publishes `sync.degraded` and `sync.recovered`
 * once per change, in one transaction (decisions §12). `whole`: the run brought every kind up to date; `ended`: it does not
 * go on in another time slice, so that what was read for the first time is told. Throws
 * SyncOvertaken if the link has ended: then nothing is known about the EMR that the account leads to now.
 */
export async function settleRun(
  run: Run,
  failures: Failure[],
  { whole, ended }: { whole: boolean; ended: boolean },
): Promise<void> {
  const { linkedAccountId } = run.tenant;
  await withTenant(run.tenant, async (tx) => {
    await assertLinked(tx, run);
    await lockKinds(tx, run.tenant);
    const rows = (await kindRows(tx, run.tenant)).filter(({ runner }) => runner === run.id || runner === null);
    await settle(tx, run.tenant, rows, failures);
    if (ended) await announce(tx, run.tenant, rows);
    if (!whole) return;
    await tx.update(linkedAccount).set({ syncedAt: present() }).where(eq(linkedAccount.id, linkedAccountId));
    forgetFirstSync(tx, linkedAccountId);
  });
}
