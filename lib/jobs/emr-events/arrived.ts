import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { readTenant, withTenant } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { EmrError, type LoggedEvent } from "#lib/emr/port/port";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrEventArrived, emrEventReading, emrEventTaken } from "./table.ts";
import { notTaken, type Taking, takeEvent } from "./take-event.ts";

/**
 * Time for which an event is kept that has had no effect: that of an operation until its acceptance is stored, and of a change
 * while the EMR does not answer. The log shows both for longer.
 */
const OPERATION_MS = 5 * 60_000;
const CHANGE_MS = 3_600_000;

const stored = z.object({
  id: z.string(),
  type: z.string(),
  jobId: z.string().nullable(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
  reference: z.string().nullable(),
});

/**
 * Keeps an event that arrived for an account, and has it taken soon. One that was kept or taken before changes nothing. Returns
 * whether it is new.
 */
export async function keepArrived(
  { organizationId, linkedAccountId }: AccountTenant,
  event: LoggedEvent,
): Promise<boolean> {
  const tenant = { organizationId, linkedAccountId };
  const now = present();
  return withTenant(tenant, async (tx) => {
    const [before] = await tx
      .select({ id: emrEventTaken.eventId })
      .from(emrEventTaken)
      .where(and(eq(emrEventTaken.linkedAccountId, linkedAccountId), eq(emrEventTaken.eventId, event.id)));
    if (before) return false;
    const kept = await tx
      .insert(emrEventArrived)
      .values({ ...tenant, eventId: event.id, event: JSON.stringify(event), arrivedAt: now })
      .onConflictDoNothing()
      .returning({ id: emrEventArrived.eventId });
    if (kept.length === 0) return false;
    await tx
      .insert(emrEventReading)
      .values({ ...tenant, since: now, nextAt: now })
      .onConflictDoUpdate({
        target: [emrEventReading.organizationId, emrEventReading.linkedAccountId],
        set: { nextAt: sql`least(${emrEventReading.nextAt}, excluded.next_at)` },
      });
    return true;
  });
}

const ofAccount = ({ linkedAccountId }: AccountTenant) => eq(emrEventArrived.linkedAccountId, linkedAccountId);

const forget = ({ organizationId, linkedAccountId }: AccountTenant, eventId: string): Promise<unknown> =>
  withTenant({ organizationId, linkedAccountId }, (tx) =>
    tx
      .delete(emrEventArrived)
      .where(and(ofAccount({ organizationId, linkedAccountId }), eq(emrEventArrived.eventId, eventId))),
  );

/** Takes an event. Returns why it could not be; null if it was, or is none that has an effect now. */
async function tryToTake(taking: Taking, event: LoggedEvent, signal: AbortSignal): Promise<Error | null> {
  try {
    await takeEvent(taking, event, signal);
    return null;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One event that cannot be taken keeps no later one from it.
    const { name } = error as Error;
    logger.warn({ linked_account_id: taking.tenant.linkedAccountId, error_name: name }, "an event could not be taken");
    return error as Error;
  }
}

const isPassing = (error: Error | null): error is EmrError => error instanceof EmrError && error.kind === "passing";

/**
 * Takes the events of an account that arrived, the earliest first. What has no effect now is kept for a while. Throws the EmrError
 * of an EMR that does not answer, once everything is taken that needs no answer.
 */
export async function takeArrived(taking: Taking, signal: AbortSignal): Promise<void> {
  const { tenant } = taking;
  const rows = await readTenant(tenant, (tx) =>
    tx
      .select()
      .from(emrEventArrived)
      .where(ofAccount(tenant))
      .orderBy(emrEventArrived.arrivedAt, emrEventArrived.eventId),
  );
  const events = rows.map(({ event, arrivedAt }) => ({ event: stored.parse(JSON.parse(event)), arrivedAt }));
  const taken = async () => {
    const left = new Set(
      (
        await notTaken(
          tenant,
          events.map(({ event }) => event),
        )
      ).map(({ id }) => id),
    );
    return ({ event }: (typeof events)[number]) => !left.has(event.id);
  };
  const wasTaken = await taken();
  let away: EmrError | null = null;
  for (const each of events) {
    if (wasTaken(each) || (away && each.event.jobId === null)) continue;
    const failure = await tryToTake(taking, each.event, signal);
    if (isPassing(failure)) away ??= failure;
  }
  const isTaken = await taken();
  for (const each of events) {
    const keptMs = each.event.jobId === null ? CHANGE_MS : OPERATION_MS;
    if (isTaken(each) || each.arrivedAt.getTime() < presentMs() - keptMs) await forget(tenant, each.event.id);
  }
  if (away) throw away;
}
