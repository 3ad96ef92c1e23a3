import { type ReplayCounts, replay } from "#lib/testing/feed/replay";
import { REPLAYED_EMRS } from "#lib/testing/feed/replayed-emrs";
import { inThisProcess, ownerPool, startBase } from "./base.ts";

/** Changes in each EMR, and SIGKILLs of its reader; CHANGES=100 KILLS=10 for a shorter run. */
const CHANGES = Number(process.env.CHANGES ?? 1_000);
const KILLS = Number(process.env.KILLS ?? 100);

/** Returns in words how the notifications of an EMR came, and what was read by them; nothing if it sends none. */
function inWords({ notifications, noticed }: ReplayCounts): string {
  if (!notifications) return "";
  const { made, lost, twice, late, disordered, gone } = notifications;
  return (
    `; notifications ${made}, lost ${lost}, twice ${twice}, late ${late}, out of order ${disordered}, of records that are gone ${gone}; ` +
    `readings by notice ${noticed.readings}, killed at work ${noticed.killed}, records read by id ${noticed.records}, entries by them ${noticed.entries}`
  );
}

/** Applies the feed of changes to a copy while EMRs change and their readers are killed: the copy is what the reads show. */
export async function feedReplay(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [index, [name, open]] of Object.entries(REPLAYED_EMRS).entries()) {
      if (stop.aborted) return;
      const { ownerUrl, variables } = await base.copy(`crc_replay_${index}`);
      const owner = ownerPool(ownerUrl);
      try {
        await inThisProcess({ ...base.secrets, ...variables, SEED: "demo" }, async () => {
          const emr = await open(async (text, values = []) => (await owner.query(text, values)).rows);
          try {
            const counts = await replay(emr, { changes: CHANGES, kills: KILLS, stop });
            process.stdout.write(
              `${name}: changes ${counts.changes}; readings ${counts.readings}, killed at work ${counts.killedAtWork}, ` +
                `between pages ${counts.killedBetween}${inWords(counts)}; entries ${counts.entries}; the copy is what the reads show after each\n`,
            );
          } finally {
            await emr.stop();
          }
        });
      } finally {
        await owner.end();
      }
    }
  } finally {
    await base.stop();
  }
}
