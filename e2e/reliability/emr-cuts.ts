import { openClinic } from "#lib/testing/clinic";
import { type CutCounts, cutAnswers } from "#lib/testing/emr-cuts";
import { forgetfulEmr, keyedEmr, searchableEmr } from "#lib/testing/fake-written-emr";
import { inThisProcess, ownerPool, startBase } from "./base.ts";

/** Answers to cut for each kind of EMR; CUTS=100 for a shorter run. */
const CUTS = Number(process.env.CUTS ?? 1_000);

/** The proof sends more requests a minute than a caller may. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "1000000" };

const EMRS = { "honours keys": keyedEmr, "can be searched": searchableEmr, "has neither": forgetfulEmr };

const line = (name: string, { cut, accepted, completed, failed, listed, sends, looks }: CutCounts): string =>
  `${name}: ${cut} answers cut, ${accepted} jobs: ${completed} completed, ${failed} failed, ${listed} listed for a person; ${sends} sends, ${looks} look-ups\n`;

/**
 * Cuts answers after the EMR's commit, for an EMR that honours keys, one that can be searched, and one that has neither:
 * nothing is written twice, nothing is missing, and each unknown end is settled or listed.
 */
export async function emrCuts(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [index, [name, make]] of Object.entries(EMRS).entries()) {
      if (stop.aborted) return;
      const { ownerUrl, variables } = await base.copy(`crc_cuts_${index}`);
      const owner = ownerPool(ownerUrl);
      try {
        const counts = await inThisProcess({ ...base.secrets, ...variables, ...UNLIMITED }, async () => {
          const query = async <Row>(text: string, values: unknown[] = []) =>
            (await owner.query(text, values)).rows as Row[];
          return cutAnswers({ emr: make(), clinic: await openClinic(), query }, CUTS);
        });
        process.stdout.write(line(name, counts));
      } finally {
        await owner.end();
      }
    }
  } finally {
    await base.stop();
  }
}
