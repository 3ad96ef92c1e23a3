import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { calendarDate } from "#lib/kernel/fields";
import { namedRecord } from "#lib/kernel/named-record";
import { type DayClosingModel, dayClosingDetail, dayClosingModel, dayPreview, previewQuery } from "./model.ts";
import { dayOf, isPosted, locationNames, paymentsOfDay } from "./payments-of-day.ts";
import { dayClosing } from "./table.ts";

/** Maps a stored closing to the model. */
export const toDayClosing = (row: typeof dayClosing.$inferSelect): DayClosingModel => ({
  id: row.id,
  date: row.date,
  location_id: row.locationId,
  location_name: row.locationName,
  timezone: row.timezone,
  closed_at: row.createdAt.toISOString(),
  closed_by: { kind: row.closedBy.kind, id: row.closedBy.id, name: row.closedBy.name },
  ...row.figures,
});

/** Returns the account's time zone. */
export async function timezoneOf(tx: Transaction, account: string): Promise<string> {
  const [found] = await tx
    .select({ timezone: linkedAccount.timezone })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, account));
  if (!found) throw new Error("The linked account of the request is gone");
  return found.timezone;
}

/** GET /day-closings/preview: what a day comes to now, before or after it is closed (additions §7). The EMR is not called. */
export const previewDayClosing = defineQuery({
  path: "/day-closings/preview",
  embed: "account",
  summary: "Get what a day's payments come to now",
  description:
    "Payments posted through this interface alone: the EMR may hold others. A payment's day is that of its acceptance, in the account's time zone.",
  permission: "day-closings:read",
  patientData: false,
  query: previewQuery,
  body: z.object({ day: dayPreview }),
  async read({ tx, linkedAccountId, query }) {
    const asked = { date: query.date, locationId: query.location_id ?? null };
    const payments = await paymentsOfDay(tx, linkedAccountId, asked);
    const closings = await tx
      .select()
      .from(dayClosing)
      .where(
        and(
          eq(dayClosing.linkedAccountId, linkedAccountId),
          eq(dayClosing.date, asked.date),
          asked.locationId === null ? undefined : eq(dayClosing.locationId, asked.locationId),
        ),
      )
      .orderBy(dayClosing.createdAt, dayClosing.id);
    return {
      day: {
        date: asked.date,
        location_id: asked.locationId,
        timezone: await timezoneOf(tx, linkedAccountId),
        ...dayOf(payments, await locationNames(tx, linkedAccountId)),
        day_closings: closings.map(toDayClosing),
      },
    };
  },
});

/** GET /day-closings/{id}: a closed day, and apart what followed. */
export const getDayClosing = defineQuery({
  path: "/day-closings/{id}",
  embed: "account",
  summary: "Get a closed day, with the payments after the closing apart",
  permission: "day-closings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ day_closing: dayClosingDetail }),
  async read({ tx, linkedAccountId, params }) {
    const found = await namedRecord(params, "Day closing", (id) =>
      tx
        .select()
        .from(dayClosing)
        .where(and(eq(dayClosing.linkedAccountId, linkedAccountId), eq(dayClosing.id, id))),
    );
    const counted = new Set(found.counted);
    const payments = await paymentsOfDay(tx, linkedAccountId, found);
    const later = payments.filter((each) => !(isPosted(each) && counted.has(each.id)));
    return { day_closing: { ...toDayClosing(found), after: dayOf(later, await locationNames(tx, linkedAccountId)) } };
  },
});

/** GET /day-closings: the closed days, the newest first. */
export const listDayClosings = defineList({
  path: "/day-closings",
  embed: "account",
  summary: "List the closed days, newest first",
  permission: "day-closings:read",
  patientData: false,
  key: "day_closings",
  model: dayClosingModel,
  table: dayClosing,
  order: keyset("desc", dayClosing.date, dayClosing.createdAt, dayClosing.id),
  filters: {
    date: calendarDate("any").optional().describe("YYYY-MM-DD"),
    location_id: z.string().max(100, "must have at most 100 characters").optional().describe("The EMR's id"),
  },
  where: ({ query: { date, location_id } }) =>
    and(
      date === undefined ? undefined : eq(dayClosing.date, date),
      location_id === undefined ? undefined : eq(dayClosing.locationId, location_id),
    ),
  toModel: toDayClosing,
});
