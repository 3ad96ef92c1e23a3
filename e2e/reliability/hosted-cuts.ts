import { keepWebhooksOf } from "#lib/jobs/emr-webhooks/upkeep";
import { cutHostedWrites, type HostedCutCounts } from "#lib/testing/hosted/cut-writes";
import { linkHosted } from "#lib/testing/hosted/linked-hosted";
import { startHostedServer } from "#lib/testing/hosted/server";
import { type Variants, variantRows } from "#lib/testing/hosted/variants";
import { startWebhookDoor } from "#lib/testing/hosted/webhook-door";
import { type Base, inThisProcess, ownerPool, startBase } from "./base.ts";

/** Answers to cut in all; CUTS=100 for a shorter run. */
const CUTS = Number(process.env.CUTS ?? 1_000);

/** Numbers of the rows to cut, from 1; ROWS=4,5 for these alone, with their share of the cuts. */
const ROWS = process.env.ROWS?.split(",").map(Number);

/** Ways in which the events come, `log` or `webhook`; WAYS=webhook for this one alone. */
const WAYS = process.env.WAYS?.split(",");

/** The proof sends more requests a minute than a caller may, to a server on a loopback port. */
const VARIABLES = { RATE_LIMIT_PER_MINUTE: "1000000", SEED: "demo", LOG_LEVEL: "silent" };

const line = (
  name: string,
  { cut, lost, accepted, completed, failed, listed, events, arrived }: HostedCutCounts,
): string =>
  `${name}: ${cut} answers cut, ${lost} requests lost, ${accepted} jobs: ${completed} completed, ${failed} failed, ${listed} listed for a person; ${events} events, ${arrived} of which arrived\n`;

/** Cuts answers of a service, with or without a webhook at which some of its events arrive. */
async function cutsOf(
  base: Base,
  database: string,
  { variants, hasWebhook }: { variants: Variants; hasWebhook: boolean },
  wanted: number,
): Promise<HostedCutCounts> {
  const { ownerUrl, variables } = await base.copy(database);
  const owner = ownerPool(ownerUrl);
  const server = await startHostedServer({ variants, patients: 3, times: { attemptsApartMs: 10 } });
  try {
    return await inThisProcess({ ...base.secrets, ...variables, ...VARIABLES }, async () => {
      const query = async <Row>(text: string, values: unknown[] = []) =>
        (await owner.query(text, values)).rows as Row[];
      const door = hasWebhook ? await startWebhookDoor() : null;
      try {
        const clinic = await linkHosted(query, server);
        if (door) await keepWebhooksOf(clinic.tenant.organizationId, new Date());
        return await cutHostedWrites({ server, clinic, query }, wanted);
      } finally {
        await door?.stop();
      }
    });
  } finally {
    await Promise.all([owner.end(), server.stop()]);
  }
}

/**
 * Cuts answers of a hosted service after it has done the requests, in each row of the shapes that its answers may have, while
 * none of its events arrives, and while most do at a webhook, some twice, late or never: nothing is done twice, nothing is missing,
 * and each unknown end is found among the service's events or listed for a person.
 */
export async function hostedCuts(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  const rows = variantRows();
  try {
    for (const [index, variants] of rows.entries()) {
      if (stop.aborted) return;
      if (ROWS && !ROWS.includes(index + 1)) continue;
      for (const hasWebhook of [false, true]) {
        if (WAYS && !WAYS.includes(hasWebhook ? "webhook" : "log")) continue;
        const name = `crc_hosted_cuts_${index}_${hasWebhook ? "webhook" : "log"}`;
        const counts = await cutsOf(base, name, { variants, hasWebhook }, Math.ceil(CUTS / rows.length));
        process.stdout.write(line(`variants ${index + 1}, ${hasWebhook ? "with a webhook" : "by the log"}`, counts));
      }
    }
  } finally {
    await base.stop();
  }
}
