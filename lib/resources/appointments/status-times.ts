import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { fromDay, throughDay, zoneOf } from "#lib/definitions/account-time";
import { defineQuery } from "#lib/definitions/query";
import { momentText } from "#lib/kernel/date-texts";
import { calendarDate } from "#lib/kernel/fields";
import { appointment } from "./table.ts";

/** Since when an appointment is known to have its status. */
const statusTimeModel = z
  .object({
    emr_appointment_id: z.string(),
    status: z.string().describe("`code` of GET /visit-statuses"),
    since: momentText.describe("ISO 8601: when this status was first seen here, by a change or a sync"),
  })
  .meta({ id: "VisitStatusTime" });

/** GET /visit-status-times: since when the appointments of a day have their statuses (decisions §5). */
export const listStatusTimes = defineQuery({
  path: "/visit-status-times",
  embed: "account",
  summary: "List since when the appointments of a day are known to have their statuses",
  description: "The EMR may have set a status earlier: the times are those at which it was learned here.",
  permission: "appointments:read",
  patientData: false,
  query: z.object({ date: calendarDate("any").describe("YYYY-MM-DD, in the account's time zone") }),
  body: z.object({ visit_status_times: z.array(statusTimeModel) }),
  async read({ tx, linkedAccountId, query: { date } }) {
    const zone = zoneOf(linkedAccountId);
    const rows = await tx
      .select({ id: appointment.emrAppointmentId, status: appointment.status, since: appointment.statusSince })
      .from(appointment)
      .where(
        and(
          eq(appointment.linkedAccountId, linkedAccountId),
          eq(appointment.category, "appointment"),
          fromDay(appointment.startsAt, date, zone),
          throughDay(appointment.startsAt, date, zone),
          isNotNull(appointment.status),
          isNotNull(appointment.statusSince),
        ),
      )
      .orderBy(asc(sql`${appointment.statusSince}`), asc(appointment.emrAppointmentId));
    return {
      visit_status_times: rows.flatMap(({ id, status, since }) =>
        status === null || since === null ? [] : [{ emr_appointment_id: id, status, since: since.toISOString() }],
      ),
    };
  },
});
