import type { Transaction } from "#lib/db/tenant";
import type { EmrAppointment, EmrConnection } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { type ReadTimes, storeTimes } from "./sync.ts";
import { endOf } from "./taken-times.ts";

/** A reading of the time that a visit takes. */
export type Reading = Pick<ReadTimes, "records" | "asOf" | "since">;

/** The time of a visit. */
type VisitTime = Pick<EmrAppointment, "providerEhrId" | "secondaryProviderEhrId" | "startsAt" | "duration">;

const timeOf = ({ providerEhrId, secondaryProviderEhrId, startsAt, duration }: VisitTime) => {
  const time = { startsAt: new Date(startsAt), duration };
  const providerEhrIds = [providerEhrId, secondaryProviderEhrId].filter((id) => id !== null);
  return { providerEhrIds, from: time.startsAt, to: endOf(time) };
};

/** Returns the records of the EMR's schedules that share a part of a visit's time. */
export function readTimes(emr: EmrConnection, visit: VisitTime, signal: AbortSignal): Promise<EmrAppointment[]> {
  const { from, to, providerEhrIds } = timeOf(visit);
  return emr.readTimes({ providerEhrIds, from: from.toISOString(), to: to.toISOString() }, signal);
}

/** Stores what was read of a visit's time. */
export const storeReading = (
  tx: Transaction,
  tenant: AccountTenant,
  visit: VisitTime,
  reading: Reading,
): Promise<void> => storeTimes(tx, tenant, { ...reading, ...timeOf(visit) });
