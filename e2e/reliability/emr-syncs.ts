import { startBase } from "./base.ts";
import { firstSyncKills, firstSyncMemory } from "./first-sync.ts";

/** Proofs of what happens between the product and an EMR: first syncs that are killed, and large ones. */
export async function emrSyncs(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    await firstSyncKills(base, stop);
    if (!stop.aborted) await firstSyncMemory(base);
  } finally {
    await base.stop();
  }
}
