import { sql } from "drizzle-orm";
import { Gauge } from "prom-client";
import { hexIds } from "#lib/db/hex-id";
import { withoutTenant } from "#lib/db/without-tenant";
import { claimRun } from "#lib/jobs/runner/claim-run";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { logger } from "#lib/kernel/logger";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";
import { BrokenChain, extendChainToEnd, type Seal } from "#lib/security/audit-chain/extend";
import { headOf } from "#lib/security/audit-chain/head";

/** Interval of the chaining, and thus about the greatest age of an entry that is not chained yet. */
const EVERY_S = 60;
const CHECK_MS = 20_000;

const brokenChains = () =>
  singleton(
    "audit-chain-metrics",
    () =>
      new Gauge({
        name: "crc_audit_chains_broken",
        help: "Organizations whose audit chain this process could not extend, because its newest seal is not valid",
        registers: [metrics()],
      }),
  );

/** Logs a chain's head, by which a keeper of the log can later show that nothing sealed before was cut off. */
const logHead = (seal: Seal) =>
  logger.info({ ...headOf(seal), entries: seal.entries }, "the audit log's chain was extended");

/**
 * Extends every organization's audit chain to the end of its log. A broken chain is logged and left as it is; the
 * others are extended.
 */
export async function extendAllChains(stopping?: AbortSignal): Promise<void> {
  const organizations = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  let broken = 0;
  for (const { organization_id } of organizations) {
    try {
      await extendChainToEnd(organization_id, logHead, stopping);
    } catch (error) {
      if (!(error instanceof BrokenChain)) throw error;
      broken++;
      logger.error({ organization_id }, "the audit log's chain is broken: run npm run verify-audit");
    }
  }
  brokenChains().set(broken);
}

/** Extends all chains if this process claims the minute's run. */
export async function extendChainsWhenDue(stopping?: AbortSignal): Promise<void> {
  if (await claimRun("audit-chain", EVERY_S)) await extendAllChains(stopping);
}

/** Checks now and periodically whether the chaining is due; may run in every process. */
export const startChaining = () => repeatedly(CHECK_MS, "the chaining of the audit log failed", extendChainsWhenDue);
