import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { readTenant, withTenant } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { EmrError, type LoggedEvent } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { setEventsAside } from "./set-aside.ts";
import { emrEventArrived } from "./table.ts";
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

const ofAccount = ({ linkedAccountId }: AccountTenant) => eq(emrEventArrived.linkedAccountId, linkedAccountId);

const forget = ({ organizationId, linkedAccountId }: AccountTenant, eventId: string): Promise<unknown> =>
  withTenant({ organizationId, linkedAccountId }, (tx) =>
    tx
      .delete(emrEventArrived)
      .where(and(ofAccount({ organizationId, linkedAccountId }), eq(emrEventArrived.eventId, eventId))),
  );

/** Changes that fail one after the other, after which the EMR counts as away. */
const MOST_FAILED = 3;

const isPassing = (error: unknown): error is EmrError => error instanceof EmrError && error.kind === "passing";

/** Takes an event. Returns why it cannot be now; null if it was taken, set aside, or is none that has an effect now. */
async function tryToTake(taking: Taking, event: LoggedEvent, signal: AbortSignal): Promise<EmrError | null> {
  try {
    await takeEvent(taking, event, signal);
    return null;
  } catch (error) {
    if (isDatabaseAway(error) || signal.aborted) throw error;
    if (isPassing(error)) return error;
    const { id } = event;
    const reason =
      error instanceof EmrError
        ? "The EMR refuses to show what it is about"
        : `Its effect could not be stored (${(error as Error).name})`;
    await setEventsAside(taking.tenant, taking.account, [{ id, reason }]);
    return null;
  }
}

/**
 * Takes events one after the other; one that cannot be taken keeps no later one from it. Returns the changes that cannot be now, because
 * the EMR does not show what they are about. Throws its EmrError if it shows nothing at all, or not whose end an event is.
 */
export async function takeEach(
  taking: Taking,
  events: readonly LoggedEvent[],
  signal: AbortSignal,
): Promise<LoggedEvent[]> {
  const later: LoggedEvent[] = [];
  let away: EmrError | null = null;
  let owed: EmrError | null = null;
  let failed = 0;
  for (const event of events) {
    const isChange = event.jobId === null;
    const failure: EmrError | null = isChange && away ? away : await tryToTake(taking, event, signal);
    if (!isChange) owed ??= failure;
    else if (!failure) failed = 0;
    else {
      later.push(event);
      failed++;
      if (failure.limited || failure.loginRequired || failed >= MOST_FAILED) away ??= failure;
    }
  }
  // The end of an operation is looked for until the EMR can be asked.
  if (away ?? owed) throw away ?? owed;
  return later;
}

/**
 * Takes the events of an account that arrived, the earliest first. What has no effect now is kept for a while. Returns whether some
 * could not be taken now. Throws the EmrError of an EMR that does not answer, once everything is taken that needs no answer.
 */
export async function takeArrived(taking: Taking, signal: AbortSignal): Promise<boolean> {
  const { tenant } = taking;
  const rows = await readTenant(tenant, (tx) =>
    tx
      .select()
      .from(emrEventArrived)
      .where(ofAccount(tenant))
      .orderBy(emrEventArrived.arrivedAt, emrEventArrived.eventId),
  );
  const events = rows.map(({ event, arrivedAt }) => ({ event: stored.parse(JSON.parse(event)), arrivedAt }));
  const all = events.map(({ event }) => event);
  const takenIds = async () => {
    const left = new Set((await notTaken(tenant, all)).map(({ id }) => id));
    return new Set(all.flatMap(({ id }) => (left.has(id) ? [] : [id])));
  };
  const before = await takenIds();
  let away: unknown = null;
  const later = await takeEach(
    taking,
    all.filter(({ id }) => !before.has(id)),
    signal,
  ).catch((error: unknown): LoggedEvent[] => {
    if (!isPassing(error)) throw error;
    away = error;
    return [];
  });
  const taken = await takenIds();
  for (const { event, arrivedAt } of events) {
    const isChange = event.jobId === null;
    const isOld = arrivedAt.getTime() < presentMs() - (isChange ? CHANGE_MS : OPERATION_MS);
    if (!taken.has(event.id) && isOld && later.includes(event)) {
      await setEventsAside(tenant, taking.account, [{ id: event.id, reason: "The EMR did not show what it is about" }]);
    } else if (taken.has(event.id) || isOld) await forget(tenant, event.id);
  }
  if (away) throw away;
  return later.length > 0;
}
