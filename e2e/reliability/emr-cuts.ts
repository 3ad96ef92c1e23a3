import pg from "pg";
import { openClinic } from "#lib/testing/clinic";
import { type CutCounts, cutAnswers } from "#lib/testing/emr-cuts";
import { forgetfulEmr, keyedEmr, searchableEmr } from "#lib/testing/fake-written-emr";
import { cutFhirAnswers, type FhirCutCounts } from "#lib/testing/fhir/fhir-cuts";
import { inThisProcess, startBase } from "./base.ts";

/** Answers to cut for each kind of EMR; CUTS=100 for a shorter run. */
const CUTS = Number(process.env.CUTS ?? 1_000);

/** The proof sends more requests a minute than a caller may. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "1000000", EMR_PRIVATE_TARGETS: "127.0.0.1/32" };

type Query = Parameters<typeof cutFhirAnswers>[0];

const ofJobs = ({ cut, accepted, completed, failed, listed }: Omit<FhirCutCounts, "calls">): string =>
  `${cut} answers cut, ${accepted} jobs: ${completed} completed, ${failed} failed, ${listed} listed for a person`;

async function cutFake(query: Query, make: typeof keyedEmr): Promise<string> {
  const counts: CutCounts = await cutAnswers({ emr: make(), clinic: await openClinic(), query }, CUTS);
  return `${ofJobs(counts)}; ${counts.sends} sends, ${counts.looks} look-ups`;
}

async function cutFhir(query: Query, ifNoneExist: "works" | "ignored"): Promise<string> {
  const counts = await cutFhirAnswers(query, ifNoneExist, CUTS);
  return `${ofJobs(counts)}; ${counts.calls} calls`;
}

const EMRS: Record<string, (query: Query) => Promise<string>> = {
  "honours keys": (query) => cutFake(query, keyedEmr),
  "can be searched": (query) => cutFake(query, searchableEmr),
  "has neither": (query) => cutFake(query, forgetfulEmr),
  "FHIR with conditional creates": (query) => cutFhir(query, "works"),
  "FHIR without conditional creates": (query) => cutFhir(query, "ignored"),
};

/**
 * Cuts answers after the EMR's commit, for an EMR that honours keys, one that can be searched, one that has neither, and
 * for FHIR servers: nothing is written twice, nothing is missing, and each unknown end is settled or listed.
 */
export async function emrCuts(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [index, [name, trial]] of Object.entries(EMRS).entries()) {
      if (stop.aborted) return;
      const { ownerUrl, variables } = await base.copy(`crc_cuts_${index}`);
      const owner = new pg.Pool({ connectionString: ownerUrl });
      try {
        const query: Query = async <Row>(text: string, values: unknown[] = []) =>
          (await owner.query(text, values)).rows as Row[];
        const counts = await inThisProcess({ ...base.secrets, ...variables, ...UNLIMITED }, () => trial(query));
        process.stdout.write(`${name}: ${counts}\n`);
      } finally {
        await owner.end();
      }
    }
  } finally {
    await base.stop();
  }
}
