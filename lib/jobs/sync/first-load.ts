import { readTenant, withTenant } from "#lib/db/tenant";
import { stateOf } from "#lib/definitions/kind-state";
import type { FirstLoad, LoadProgress } from "#lib/emr/port/first-load";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";
import { assertLinked, kindRows, type Run, setKind } from "./run.ts";
import { withinDeadline } from "./within-deadline.ts";

/** Shortest pause before the EMR is asked again for its load, whatever it says. */
const LEAST_PAUSE_MS = 1_000;

/** The first load of an account, as a run of its sync found it. */
export interface Loading {
  load: FirstLoad;
  /** The kinds that are read from it and not yet complete. */
  kinds: readonly SyncKind[];
  state: string;
  /** Milliseconds until the EMR is to be asked again; null once the kinds can be read. */
  waitMs: number | null;
}

/** Returns whether a kind is read from the load: it always is, it began to be, or was never read. */
const isLoaded = ({ always }: FirstLoad, { kind, firstLoad, beganAt, syncedAt }: SyncKindRow): boolean =>
  always.has(kind as SyncKind) || firstLoad !== null || (beganAt === null && syncedAt === null);

/** Stores the state of the load with each of its kinds, and what it says of them. */
async function keep(
  run: Run,
  { load, kinds }: Loading,
  { state, waitMs, note, isFailed = false }: LoadProgress,
): Promise<void> {
  await withTenant(run.tenant, async (tx) => {
    await assertLinked(tx, run);
    const mine = (await kindRows(tx, run.tenant)).filter(({ runner }) => runner === run.id);
    for (const kind of kinds) {
      const row = mine.find((each) => each.kind === kind);
      if (!row) continue;
      const isBad = row.status === "degraded" || row.status === "held";
      const isAlways = load.always.has(kind);
      const status = row.syncedAt === null ? "waiting" : "running";
      const told = waitMs === null ? { note: isAlways ? null : note } : isBad ? {} : stateOf(status, note);
      // A kind that is read in no other way asks for another load.
      await setKind(tx, run.tenant, kind, { firstLoad: isFailed && isAlways ? null : state, ...told });
    }
  });
}

/**
 * Begins the load of the kinds that were never read and of those that are read from loads alone, or asks how far it is, and stores its state. Null if no kind is read from
 * one. Throws EmrErrors.
 */
export async function prepareLoad(run: Run, due: readonly SyncKind[]): Promise<Loading | null> {
  const load = run.emr.firstLoad;
  if (!load) return null;
  const rows = await readTenant(run.tenant, (tx) => kindRows(tx, run.tenant));
  const loaded = rows.filter((row) => {
    const kind = row.kind as SyncKind;
    return due.includes(kind) && load.kinds.has(kind) && isLoaded(load, row);
  });
  if (loaded.length === 0) return null;
  const known = loaded.find(({ firstLoad }) => firstLoad !== null)?.firstLoad ?? null;
  const since = loaded.map((row) => (row.anewSince === null ? row.since : null));
  const progress = await withinDeadline(run.pageMs, (signal) => load.prepare(known, { since }, signal));
  const { state, waitMs } = progress;
  const loading = { load, kinds: loaded.map(({ kind }) => kind as SyncKind), state, waitMs };
  await keep(run, loading, progress);
  return loading;
}

/** Returns the error that postpones a sync until the EMR is to be asked for its load again; null if it is ready. */
export function postponement({ waitMs }: Loading): EmrError | null {
  if (waitMs === null) return null;
  const retryAfterMs = Math.max(waitMs, LEAST_PAUSE_MS);
  return new EmrError("passing", "The EMR prepares a load", { limited: true, retryAfterMs });
}

/** Ends the reading of a run from a load; the load itself ends once all of its kinds are complete. */
export async function endLoad(run: Run, { load, state, waitMs }: Loading): Promise<void> {
  load.close();
  if (waitMs !== null) return;
  const rows = await readTenant(run.tenant, (tx) => kindRows(tx, run.tenant));
  if (rows.some(({ firstLoad }) => firstLoad !== null)) return;
  await withinDeadline(run.pageMs, (signal) => load.end(state, signal)).catch((error: unknown) => {
    // The EMR removes what it has exported after a while by itself.
    if (!(error instanceof EmrError)) throw error;
  });
}
