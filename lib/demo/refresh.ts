import { EmrError } from "#lib/emr/port/port";
import { rollPractice } from "#lib/emr/sandbox/passing-days/roll";
import { setMissingPlan } from "#lib/emr/sandbox/plan";
import { readSeedState } from "#lib/emr/sandbox/seed/seed-state";
import type { AccountTenant } from "#lib/kernel/principal";
import { DEMO } from "./demo.ts";

/** Syncs an account; if its EMR simulates an outage, the nightly sync catches up. */
async function syncIfAvailable(account: AccountTenant): Promise<void> {
  const { syncAccount } = await import("#lib/jobs/sync/sync-account");
  try {
    await syncAccount(account);
  } catch (error) {
    if (!(error instanceof EmrError) && (error as Error).name !== "TimeoutError") throw error;
  }
}

/**
 * Brings a demo up to `now` at startup: advances its simulated practices, and syncs those with new days or new kinds of
 * records. Does nothing without a demo. Needs APP_DATABASE_URL and SANDBOX_DATABASE_URL.
 */
export async function refreshDemo(now: Date): Promise<void> {
  const state = await readSeedState();
  if (!state?.finished) return;
  for (const [index, { organizationId, accountIds }] of state.organizations.entries()) {
    for (const [place, linkedAccountId] of accountIds.entries()) {
      const plan = DEMO[index]?.accounts[place];
      // Earlier versions stored no plan with the demo's practices.
      if (plan) await setMissingPlan(linkedAccountId, plan);
      const { filled, days } = await rollPractice(linkedAccountId, now);
      if (filled.length > 0 || days.length > 0) await syncIfAvailable({ organizationId, linkedAccountId });
    }
  }
}
