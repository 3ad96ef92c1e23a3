import type { EmrConnection, KindSupport, SyncKind } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import type { AccountTenant } from "#lib/kernel/principal";
import { SYNCED_KINDS } from "./kinds.ts";
import { beginChanges, newRun, SyncOvertaken, TimeSlice } from "./run.ts";
import { settleRun } from "./settle-run.ts";
import { PAGE_MS, readStages } from "./sync-account.ts";

/** A reading of the changes alone ends after so much, and goes on with the next one. */
const SLICE = { pages: 60, ms: 60_000 };

/** Returns whether few calls tell what changed of a kind: one that is read by parts reads what did not change as well. */
const tellsChanges = ({ read, rotates }: KindSupport): boolean => read === "incremental" && rotates !== true;

/** Returns the kinds of which a connection can read the changes alone; visits also by parts, if `visitsByParts`. */
export const changingKinds = (
  { kinds, firstLoad }: Pick<EmrConnection, "kinds" | "firstLoad">,
  { visitsByParts }: { visitsByParts: boolean },
): SyncKind[] =>
  SYNCED_KINDS.map(({ kind }) => kind).filter((kind) => {
    const isByParts = visitsByParts && kind === "appointments" && kinds[kind].read === "incremental";
    return (tellsChanges(kinds[kind]) || isByParts) && !firstLoad?.always.has(kind);
  });

/**
 * Reads what has changed of some kinds since they were last read, and stores it. Nothing is removed but what the EMR says it has
 * deleted. A kind that a sync reads, or has to read first, is left to it. Throws an EmrError if a kind could not be
 * read, the one for a reached limit first; what was stored before remains, and the next reading continues there.
 */
export async function readChanges(
  { organizationId, linkedAccountId }: AccountTenant,
  emr: EmrConnection,
  { emrType, linkVersion, kinds }: { emrType: string; linkVersion: number; kinds: readonly SyncKind[] },
): Promise<void> {
  if (kinds.length === 0) return;
  const tenant = { organizationId, linkedAccountId };
  const context = { emrType, capabilities: emr.capabilities };
  const slice = new TimeSlice(SLICE);
  const run = newRun({ tenant, emr, linkVersion, context, pageMs: PAGE_MS, slice, changesAlone: true });
  try {
    const taken = new Set(await beginChanges(run, kinds));
    if (taken.size === 0) return;
    const failures = await readStages(
      run,
      SYNCED_KINDS.filter(({ kind }) => taken.has(kind)),
    );
    const limit = failures.find(({ error }) => error.limited);
    const failed = failures.filter(({ error }) => !error.limited);
    for (const { kind } of failed) runnerMetrics().syncFailures.inc({ kind });
    await settleRun(run, failed, { whole: false, ended: true });
    const failure = limit ?? failed[0];
    if (failure) throw failure.error;
  } catch (error) {
    // A sync of the account has begun meanwhile, and reads the same.
    if (!(error instanceof SyncOvertaken)) throw error;
  }
}
