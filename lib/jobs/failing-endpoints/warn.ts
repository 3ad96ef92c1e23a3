import { and, eq, isNull, lt, lte, or } from "drizzle-orm";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { listAccounts } from "#lib/jobs/sync/nightly";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { alert } from "#lib/mail/alert";
import { disablesAt, warnedIfFailingSince } from "#lib/webhooks/endpoints/failing";
import { publishAccountEvent } from "#lib/webhooks/events/publish-account-event";

const CHECK_MS = 10 * 60_000;

const { failingSince, failingWarnedAt } = webhookEndpoint;

/** Warns of the endpoints of an account that are to be disabled within a day, once per run of failures. */
async function warnAccount(tenant: AccountTenant, now: Date): Promise<void> {
  await withTenant(tenant, async (tx) => {
    const warned = await tx
      .update(webhookEndpoint)
      .set({ failingWarnedAt: now })
      .where(
        and(
          // One for all accounts is seen from the first of them.
          or(eq(webhookEndpoint.linkedAccountId, tenant.linkedAccountId), isNull(webhookEndpoint.linkedAccountId)),
          eq(webhookEndpoint.status, "enabled"),
          lte(failingSince, warnedIfFailingSince(now)),
          or(isNull(failingWarnedAt), lt(failingWarnedAt, failingSince)),
        ),
      )
      .returning({ id: webhookEndpoint.id, owner: webhookEndpoint.owner, since: failingSince });
    for (const { id, owner, since } of warned) {
      if (!since) continue;
      await alert(tx, tenant, "endpoint_failing", { cause: `${id}:${since.toISOString()}` });
      const data = {
        linked_account_id: tenant.linkedAccountId,
        endpoint_id: id,
        owner,
        failing_since: since.toISOString(),
        disables_at: disablesAt(since).toISOString(),
      };
      // Another owner learns nothing of this one; the partner's own endpoints, without an owner, know whom it names.
      const isTold = (other: { id: string; owner: string | null }) =>
        other.id !== id && (other.owner === null || other.owner === owner);
      await publishAccountEvent(tx, tenant, "webhook_endpoint.failing", data, isTold);
    }
  });
}

/**
 * Warns the admins by mail, and the owner by an event, a day before an endpoint is disabled for its failures (decisions
 * §7). A failure of one account is logged and leaves the others alone.
 */
export async function warnOfFailingEndpoints(now: Date): Promise<void> {
  for (const { organizationId, linkedAccountId } of await listAccounts()) {
    try {
      await warnAccount({ organizationId, linkedAccountId }, now);
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException;
      logger.warn({ linked_account_id: linkedAccountId, error_name: name, code }, "nobody was warned of an endpoint");
    }
  }
}

/** Looks for failing endpoints now and periodically; may run in every process. */
export const startEndpointWarnings = () =>
  repeatedly(CHECK_MS, "nobody was warned of failing endpoints", () => warnOfFailingEndpoints(present()));
