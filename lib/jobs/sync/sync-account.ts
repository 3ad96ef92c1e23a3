import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import { type EmrConnection, EmrError, type SyncKind } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { SYNCED_KINDS } from "./kinds.ts";
import { readKind } from "./read-kind.ts";
import { beginRun, isDone, kindRows, newRun, type Request } from "./run.ts";
import { settleRun } from "./settle-run.ts";

/** Deadline of one page; exceeding it counts as an outage. */
const PAGE_MS = 60_000;

/**
 * Runs a sync of an account over an open connection; it takes over from any other run of the account. A kind that fails
 * does not keep the others from being read. Throws the first kind's EmrError, at once one for a reached limit, or
 * SyncOvertaken; every page stored before remains, and the next run continues there.
 */
export async function syncOver(
  given: AccountTenant,
  emr: EmrConnection,
  { emrType, pageMs = PAGE_MS, ...request }: Request & { emrType: string; pageMs?: number },
): Promise<void> {
  // Picks the ids: the caller's tenant may have further fields.
  const tenant = { organizationId: given.organizationId, linkedAccountId: given.linkedAccountId };
  const run = newRun({ tenant, emr, context: { emrType, capabilities: emr.capabilities }, pageMs });
  const supported = SYNCED_KINDS.filter(({ kind }) => emr.kinds[kind].read !== "unsupported");
  await beginRun(
    run,
    supported.map(({ kind }) => kind),
    request,
  );
  const rows = new Map((await readTenant(tenant, (tx) => kindRows(tx, tenant))).map((row) => [row.kind, row]));
  const failures: { kind: SyncKind; error: EmrError }[] = [];
  for (const synced of supported) {
    const row = rows.get(synced.kind);
    if (row && isDone(row, request)) continue;
    try {
      await readKind(run, synced);
    } catch (error) {
      if (!(error instanceof EmrError)) throw error;
      if (error.limited) {
        await settleRun(run, failures, { whole: false });
        throw error;
      }
      runnerMetrics().syncFailures.inc({ kind: synced.kind });
      failures.push({ kind: synced.kind, error });
    }
  }
  await settleRun(run, failures, { whole: failures.length === 0 });
  if (failures[0]) throw failures[0].error;
}

/** Syncs at work in this process by account: the next one of an account waits for the one before. */
const atWork = () => singleton("syncs-at-work", () => new Map<string, Promise<void>>());

async function syncNow(tenant: AccountTenant, request: Request): Promise<void> {
  const [row] = await readTenant({ ...tenant, linkedAccountId: null }, (tx) =>
    tx.select(emrColumns).from(linkedAccount).where(eq(linkedAccount.id, tenant.linkedAccountId)),
  );
  if (!row) throw new Error("No such linked account");
  await syncOver(tenant, await openEmr(row), { ...request, emrType: row.emrType });
}

/**
 * Brings an account's records and settings up to date with its EMR as of `requestedAt`, now by default. Reads each kind
 * page by page and continues readings that an earlier run began. Throws an EmrError if a kind could not be read;
 * records that changed after reading began are left as they are.
 */
export async function syncAccount(
  { organizationId, linkedAccountId }: AccountTenant,
  { requestedAt = new Date(), acceptHeld = [] }: Partial<Request> = {},
): Promise<void> {
  const before = atWork().get(linkedAccountId) ?? Promise.resolve();
  const mine = before
    .catch(() => undefined)
    .then(() => syncNow({ organizationId, linkedAccountId }, { requestedAt, acceptHeld }));
  atWork().set(linkedAccountId, mine);
  try {
    await mine;
  } finally {
    if (atWork().get(linkedAccountId) === mine) atWork().delete(linkedAccountId);
  }
}
