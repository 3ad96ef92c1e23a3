import { and, eq, isNotNull } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { staleLists } from "#lib/definitions/operation";
import { appendJobMessage, tenantOf } from "#lib/job-record/stored-job";
import { waitingCodeOf } from "#lib/job-record/waiting";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";

/** Has the jobs of an account sent at once that wait for its new credentials, in the caller's transaction. */
export async function sendAfterLogin(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const now = present();
  const waiting = and(
    eq(job.linkedAccountId, tenant.linkedAccountId),
    eq(job.status, "queued"),
    isNotNull(job.waitingReason),
  );
  const found = await tx.select().from(job).where(waiting).orderBy(job.id).for("update");
  for (const each of found.filter((each) => waitingCodeOf(each) === "login_lost")) {
    const changed = { nextAttemptAt: now, version: each.version + 1 };
    await tx.update(job).set(changed).where(eq(job.id, each.id));
    const definition = findJobDefinition(each.type);
    const invalidates = definition ? staleLists(definition, "queued") : [];
    await appendJobMessage(tx, { ...each, ...changed }, { at: now, invalidates });
    await enqueue(tx, "operations", { jobId: each.id, ...tenantOf(each) }, { group: tenant.linkedAccountId });
  }
}
