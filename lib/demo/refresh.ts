import { EmrError } from "#lib/emr/port/port";
import { rollPractices } from "#lib/emr/sandbox/passing-days/roll";

/**
 * Brings a demo up to `now` at startup: advances its simulated practices, and syncs those with new days or new kinds of
 * records. If an EMR simulates an outage, the nightly sync catches up. Needs APP_DATABASE_URL and SANDBOX_DATABASE_URL.
 */
export async function refreshDemo(now: Date): Promise<void> {
  const grown = (await rollPractices(now)).filter(({ filled, days }) => filled.length > 0 || days.length > 0);
  if (grown.length === 0) return;
  const { syncAccount } = await import("#lib/jobs/sync/sync-account");
  for (const { organizationId, linkedAccountId } of grown) {
    try {
      await syncAccount({ organizationId, linkedAccountId });
    } catch (error) {
      if (!(error instanceof EmrError) && (error as Error).name !== "TimeoutError") throw error;
    }
  }
}
