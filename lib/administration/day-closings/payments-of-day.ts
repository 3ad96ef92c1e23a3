import { and, asc, eq, exists, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { fromDay, throughDay, zoneOf } from "#lib/definitions/account-time";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import type { JobStatus } from "#lib/job-record/model";
import type { Actor } from "#lib/kernel/principal";
import { location } from "#lib/resources/locations/table";
import { payment } from "#lib/resources/payments/table";
import { type CountedPayment, sumOf, totalsOf } from "./add-up.ts";
import { type DayNow, MOST_LISTED, type OpenPayment } from "./model.ts";

/** A payment of a day with its job as it is now. */
export interface DayPayment extends CountedPayment {
  id: string;
  jobId: number;
  status: JobStatus;
  needsPerson: boolean;
  createdAt: Date;
}

/** Which payments: those accepted on a day at the clinic, of one location or of every one. */
export interface AskedDay {
  date: string;
  locationId: string | null;
  /** IANA name of the zone in which the day begins and ends; the account's of today if undefined. */
  timezone?: string;
}

interface Repeated {
  id: string;
  retryOf: number | null;
}

/**
 * Returns who posted each payment that was sent again first: a retry is a new job of the same payment, a correction one of
 * another payment.
 */
async function firstActors(tx: Transaction, payments: readonly Repeated[]): Promise<Map<string, Actor>> {
  const actors = new Map<string, Actor>();
  let repeated = payments.filter(({ retryOf }) => retryOf !== null);
  while (repeated.length > 0) {
    const ids = repeated.flatMap(({ retryOf }) => retryOf ?? []);
    const { id, actor, retryOf, identifiers } = job;
    const found = await tx.select({ id, actor, retryOf, identifiers }).from(job).where(inArray(id, ids));
    const jobs = new Map(found.map((each) => [each.id, each]));
    repeated = repeated.flatMap(({ id: of, retryOf: before }) => {
      const earlier = jobs.get(before ?? 0);
      if (!earlier || !Object.values(earlier.identifiers).includes(of)) return [];
      actors.set(of, earlier.actor);
      return earlier.retryOf === null ? [] : [{ id: of, retryOf: earlier.retryOf }];
    });
  }
  return actors;
}

/**
 * Returns the payments that were accepted here on a day at the clinic, oldest first, without those that were taken back, and
 * failed ones that another payment corrects. A payment that is sent again stays one of its first day.
 */
export async function paymentsOfDay(
  tx: Transaction,
  account: string,
  { date, locationId, timezone }: AskedDay,
): Promise<DayPayment[]> {
  const zone = timezone === undefined ? zoneOf(account) : sql`${timezone}::text`;
  const later = alias(job, "later");
  const follower = tx
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.linkedAccountId, account), eq(later.retryOf, job.id)));
  const rows = await tx
    .select({
      id: payment.id,
      amount: payment.amount,
      paymentMethod: payment.paymentMethod,
      location: payment.location,
      depositDate: payment.depositDate,
      createdAt: payment.createdAt,
      jobId: job.id,
      status: job.status,
      actor: job.actor,
      retryOf: job.retryOf,
      toReconcile: job.toReconcile,
      isFollowed: sql<boolean>`${exists(follower)}`,
    })
    .from(payment)
    .innerJoin(job, eq(job.id, payment.jobId))
    .where(
      and(
        eq(payment.linkedAccountId, account),
        fromDay(payment.createdAt, date, zone),
        throughDay(payment.createdAt, date, zone),
        locationId === null ? undefined : eq(payment.location, locationId),
        // Payments of an EMR to which the account no longer leads, such as a sandbox before, are not the clinic's.
        ofPresentOrigin(job),
      ),
    )
    .orderBy(asc(payment.createdAt), asc(payment.id));
  const counts = rows.filter(
    ({ status, isFollowed }) => status !== "cancelled" && !(status === "failed" && isFollowed),
  );
  const first = await firstActors(tx, counts);
  return counts.map(({ actor, retryOf: _, toReconcile, isFollowed: __, ...row }) => ({
    ...row,
    needsPerson: toReconcile !== null && row.status === "queued",
    person: first.get(row.id) ?? actor,
  }));
}

/** Returns the names of the account's locations by their EMR ids. */
export async function locationNames(tx: Transaction, account: string): Promise<ReadonlyMap<string, string>> {
  const found = await tx
    .select({ emrId: location.emrId, name: location.name })
    .from(location)
    .where(eq(location.linkedAccountId, account));
  return new Map(found.map(({ emrId, name }) => [emrId, name]));
}

export const isPosted = ({ status }: Pick<DayPayment, "status">): boolean => status === "completed";

/** Returns a day's payments added up: what is posted, what has failed, and what waits. */
export function dayOf(payments: readonly DayPayment[], names: ReadonlyMap<string, string>): DayNow {
  const listed = ({ person: { kind, id, name }, ...each }: DayPayment): OpenPayment => ({
    payment_id: each.id,
    job_id: each.jobId,
    status: each.status,
    needs_person: each.needsPerson,
    amount: each.amount,
    payment_method: each.paymentMethod,
    location_id: each.location,
    location_name: names.get(each.location) ?? null,
    person: { kind, id, name },
    created_at: each.createdAt.toISOString(),
  });
  const open = (of: readonly DayPayment[]) => ({ ...sumOf(of), payments: of.slice(0, MOST_LISTED).map(listed) });
  return {
    totals: totalsOf(payments.filter(isPosted), names),
    failed: open(payments.filter(({ status }) => status === "failed")),
    waiting: open(payments.filter(({ status }) => status === "queued" || status === "running")),
  };
}
