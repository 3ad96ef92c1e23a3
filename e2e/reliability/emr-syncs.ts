import { startBase } from "./base.ts";
import { firstSyncKills, firstSyncMemory } from "./first-sync.ts";

/** Proofs of first syncs: some are killed, others are large. */
export async function emrSyncs(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    await firstSyncKills(base, stop);
    if (!stop.aborted) await firstSyncMemory(base);
  } finally {
    await base.stop();
  }
}
