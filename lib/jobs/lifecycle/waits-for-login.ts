import { and, eq } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { staleLists } from "#lib/definitions/operation";
import { appendJobMessage, tenantOf } from "#lib/job-record/stored-job";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";

/** Waiting reason of a job whose EMR has refused the account's credentials for good. */
export const WAITS_FOR_LOGIN = "The EMR has lost its login: this is sent once an admin has given new credentials";

/** Has the jobs of an account sent at once that wait for its new credentials, in the caller's transaction. */
export async function sendAfterLogin(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const now = present();
  const waiting = and(
    eq(job.linkedAccountId, tenant.linkedAccountId),
    eq(job.status, "queued"),
    eq(job.waitingReason, WAITS_FOR_LOGIN),
  );
  const found = await tx.select().from(job).where(waiting).orderBy(job.id).for("update");
  for (const each of found) {
    const changed = { nextAttemptAt: now, version: each.version + 1 };
    await tx.update(job).set(changed).where(eq(job.id, each.id));
    const definition = findJobDefinition(each.type);
    const invalidates = definition ? staleLists(definition, "queued") : [];
    await appendJobMessage(tx, { ...each, ...changed }, { at: now, invalidates });
    await enqueue(tx, "operations", { jobId: each.id, ...tenantOf(each) }, { group: tenant.linkedAccountId });
  }
}
