import { cutHostedWrites, type HostedCutCounts } from "#lib/testing/hosted/cut-writes";
import { linkHosted } from "#lib/testing/hosted/linked-hosted";
import { startHostedServer } from "#lib/testing/hosted/server";
import { type Variants, variantRows } from "#lib/testing/hosted/variants";
import { type Base, inThisProcess, ownerPool, startBase } from "./base.ts";

/** Answers to cut in all; CUTS=100 for a shorter run. */
const CUTS = Number(process.env.CUTS ?? 1_000);

/** The proof sends more requests a minute than a caller may, to a server on a loopback port. */
const VARIABLES = { RATE_LIMIT_PER_MINUTE: "1000000", SEED: "demo", LOG_LEVEL: "silent" };

const line = (name: string, { cut, lost, accepted, completed, failed, listed, events }: HostedCutCounts): string =>
  `${name}: ${cut} answers cut, ${lost} requests lost, ${accepted} jobs: ${completed} completed, ${failed} failed, ${listed} listed for a person; ${events} events, none of which arrived\n`;

async function cutsOf(base: Base, database: string, variants: Variants, wanted: number): Promise<HostedCutCounts> {
  const { ownerUrl, variables } = await base.copy(database);
  const owner = ownerPool(ownerUrl);
  const server = await startHostedServer({ variants, patients: 3 });
  try {
    return await inThisProcess({ ...base.secrets, ...variables, ...VARIABLES }, async () => {
      const query = async <Row>(text: string, values: unknown[] = []) =>
        (await owner.query(text, values)).rows as Row[];
      return cutHostedWrites({ server, clinic: await linkHosted(query, server), query }, wanted);
    });
  } finally {
    await Promise.all([owner.end(), server.stop()]);
  }
}

/**
 * Cuts answers of a hosted service after it has done the requests, in each row of the shapes that its answers may have, while
 * none of its events arrives: nothing is done twice, nothing is missing, and each unknown end is found in the service's log or
 * listed for a person.
 */
export async function hostedCuts(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  const rows = variantRows();
  try {
    for (const [index, variants] of rows.entries()) {
      if (stop.aborted) return;
      const counts = await cutsOf(base, `crc_hosted_cuts_${index}`, variants, Math.ceil(CUTS / rows.length));
      process.stdout.write(line(`variants ${index + 1}`, counts));
    }
  } finally {
    await base.stop();
  }
}
