import type { Transaction } from "#lib/db/tenant";
import type { EmrAppointment } from "#lib/emr/port/port";
import { readMeanings } from "#lib/resources/visit-statuses/meanings";

/** Visits that take no time: their patient does not come. */
const FREEING: readonly (string | null)[] = ["cancelled", "no_show"];

/** Returns the codes of the visit statuses whose visits take no time. A status without a decided meaning counts by its proposed one. */
export const freeStatuses = async (tx: Transaction, linkedAccountId: string): Promise<string[]> =>
  (await readMeanings(tx, linkedAccountId))
    .filter(({ meaning, proposal }) => FREEING.includes(meaning ?? proposal))
    .map(({ code }) => code);

/** Returns whether a record of the EMR's schedule takes its time: an open slot and a cancelled visit do not. */
export const takesTime = ({ category, status }: EmrAppointment, free: readonly string[]): boolean =>
  category === "schedule_block" || (category === "appointment" && !(status !== null && free.includes(status)));
