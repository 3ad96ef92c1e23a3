import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { todayIn } from "#lib/kernel/dates";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { requireLocation } from "#lib/resources/locations/known-location";
import { dayClosingModel, newDayClosing } from "./model.ts";
import { dayOf, isPosted, locationNames, paymentsOfDay } from "./payments-of-day.ts";
import { timezoneOf, toDayClosing } from "./queries.ts";
import { dayClosing } from "./table.ts";

const sumAlone = ({ count, amount }: { count: number; amount: string }) => ({ count, amount });

/**
 * POST /day-closings: keeps what a day's payments at a location came to (additions §7). Throws `conflict` if the day is closed there
 * already, `invalid` for a day that has not come or an unknown location. Nothing is sent to the EMR.
 */
export const createDayClosing = defineCommand({
  method: "POST",
  path: "/day-closings",
  embed: "account",
  summary: "Close a day at a location",
  description:
    "Keeps what the payments posted through this interface came to; nothing is sent to the EMR. A day is closed once at each location: payments that follow are shown apart, and the second request is 409 with the first closing's `day_closing_id`.",
  permission: "day-closings:create",
  status: 201,
  input: newDayClosing,
  done: "Day closed",
  body: z.object({ day_closing: dayClosingModel }),
  made: ({ day_closing }) => day_closing.id,
  async execute({ tx, tenant, principal, input }) {
    const { linkedAccountId } = tenant;
    const { date, location_id: locationId } = input;
    const timezone = await timezoneOf(tx, linkedAccountId);
    if (date > todayIn(timezone, present())) throw invalid(problem("date", "may not be in the future"));
    // Two people who close the same day wait for each other here.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${linkedAccountId} ${date} ${locationId}`}, 0))`,
    );
    const [first] = await tx
      .select()
      .from(dayClosing)
      .where(
        and(
          eq(dayClosing.linkedAccountId, linkedAccountId),
          eq(dayClosing.date, date),
          eq(dayClosing.locationId, locationId),
        ),
      );
    if (first) {
      throw new DomainError(
        "conflict",
        `${first.closedBy.name} has closed this day at this location already; nothing was saved`,
        {
          details: { day_closing_id: first.id },
        },
      );
    }
    const payments = await paymentsOfDay(tx, linkedAccountId, { date, locationId });
    // The EMR may have removed a location whose payments are still to be closed.
    if (payments.length === 0) await requireLocation(tx, linkedAccountId, "location_id", locationId);
    const names = await locationNames(tx, linkedAccountId);
    const { totals, failed, waiting } = dayOf(payments, names);
    const [made] = await tx
      .insert(dayClosing)
      .values({
        id: newId(),
        ...tenant,
        date,
        locationId,
        locationName: names.get(locationId) ?? null,
        timezone,
        closedBy: principal.actor,
        figures: { totals, failed: sumAlone(failed), waiting: sumAlone(waiting) },
        counted: payments.filter(isPosted).map(({ id }) => id),
      })
      .returning();
    if (!made) throw new Error("The closing was not written");
    return { day_closing: toDayClosing(made) };
  },
});
