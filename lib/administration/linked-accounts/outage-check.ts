import "#lib/jobs/logins/teller";
import { and, eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { type EmrRow, openEmr } from "#lib/emr/account";
import { EmrError } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";

/** Minimum time between two checks of one account's EMR by this process. */
const AGAIN_MS = 5_000;
const DEADLINE_MS = 10_000;
const MAX_ACCOUNTS = 10_000;

const checked = () =>
  singleton("outage-checks", () => new LRUCache<string, true>({ max: MAX_ACCOUNTS, ttl: AGAIN_MS }));

/** Returns whether the EMR answers: by its settings, or by refusing them. */
async function answers(row: EmrRow): Promise<boolean> {
  try {
    await (await openEmr(row, "read")).readSettings(AbortSignal.timeout(DEADLINE_MS));
    return true;
  } catch (error) {
    return error instanceof EmrError && error.kind === "validation";
  }
}

async function check(row: EmrRow): Promise<void> {
  if (!(await answers(row))) return;
  await withTenant({ organizationId: row.organizationId, linkedAccountId: row.id }, (tx) =>
    tx
      .update(linkedAccount)
      .set({ emrAnsweredAt: present() })
      .where(and(eq(linkedAccount.id, row.id), eq(linkedAccount.linkVersion, row.linkVersion))),
  );
}

/**
 * Asks an EMR that is known to be out whether it answers again, in the background and at most every few seconds: without
 * a job of its own the account would be shown as out until the next one.
 */
export function checkOutage(row: EmrRow): void {
  if (checked().has(row.id)) return;
  checked().set(row.id, true);
  check(row).catch(({ name, code }: NodeJS.ErrnoException) =>
    logger.warn({ linked_account_id: row.id, error_name: name, code }, "the check for the end of an outage failed"),
  );
}
