import { z } from "zod";
import { jobStatus } from "#lib/job-record/model";
import { dayText, momentText } from "#lib/kernel/date-texts";
import { calendarDate, requiredText } from "#lib/kernel/fields";

const sum = {
  count: z.number().int(),
  amount: z.string().describe("Decimal text with two places, such as `1240.50`: exact to the cent"),
};

const person = z
  .object({ kind: z.enum(["api_client", "user", "embed", "mcp_token"]), id: z.string(), name: z.string() })
  .describe("Who posted it first, also if another person sent it again");

/** Payments that the EMR has confirmed, added up. */
const totals = z
  .object({
    ...sum,
    by_method: z.array(z.object({ payment_method: z.string(), ...sum })),
    by_location: z.array(
      z.object({
        location_id: z.string().describe("The EMR's id"),
        location_name: z.string().nullable().describe("null for a location that the EMR no longer has"),
        ...sum,
      }),
    ),
    by_person: z.array(z.object({ person, ...sum })),
    by_deposit_date: z.array(z.object({ deposit_date: dayText.describe("YYYY-MM-DD"), ...sum })),
  })
  .meta({ id: "PaymentTotals" });

export type PaymentTotals = z.infer<typeof totals>;

const openSum = z.object(sum);

const figures = z.object({
  totals,
  failed: openSum.describe("Payments that failed and that no other one corrects"),
  waiting: openSum.describe("Payments that the EMR has neither confirmed nor refused"),
});

/** The figures of a day as a closing stores them. */
export type DayFigures = z.infer<typeof figures>;

/** A payment that is not in the totals. It names no patient: its job does. */
const openPayment = z
  .object({
    payment_id: z.string(),
    job_id: z.number().int(),
    status: jobStatus,
    needs_person: z.boolean().describe("Whether it waits for POST /jobs/{job_id}/reconcile"),
    amount: sum.amount,
    payment_method: z.string(),
    location_id: z.string(),
    location_name: z.string().nullable(),
    person,
    created_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "OpenPayment" });

export type OpenPayment = z.infer<typeof openPayment>;

/** Most payments that an answer lists one by one; the sums count all. */
export const MOST_LISTED = 200;

const open = z.object({
  ...sum,
  payments: z.array(openPayment).describe(`Oldest first, at most ${MOST_LISTED} of them`),
});

/** The payments of a day as they are now. */
const dayNow = z.object({ totals, failed: open, waiting: open });

export type DayNow = z.infer<typeof dayNow>;

/** A closed day of a location. */
export const dayClosingModel = figures
  .extend({
    id: z.string(),
    date: dayText.describe("YYYY-MM-DD, in `timezone`"),
    location_id: z.string().describe("The EMR's id"),
    location_name: z.string().nullable(),
    timezone: z.string().describe("IANA name of the account's time zone at the closing"),
    closed_at: momentText.describe("ISO 8601"),
    closed_by: person.describe("Who closed the day"),
  })
  .meta({ id: "DayClosing" });

export type DayClosingModel = z.infer<typeof dayClosingModel>;

/** A closed day with what followed. */
export const dayClosingDetail = dayClosingModel
  .extend({
    after: dayNow.describe(
      "After the closing: payments of the day that the EMR has confirmed since, and those that have failed or wait now",
    ),
  })
  .meta({ id: "DayClosingDetail" });

export type DayClosingDetail = z.infer<typeof dayClosingDetail>;

/** A day that may be closed, as it is now. */
export const dayPreview = dayNow
  .extend({
    date: dayText.describe("YYYY-MM-DD"),
    location_id: z.string().nullable().describe("null: every location"),
    timezone: z.string().describe("IANA name of the account's time zone, in which the day begins and ends"),
    day_closings: z.array(dayClosingModel).describe("The closings of this day, of the location or of every one"),
  })
  .meta({ id: "DayPreview" });

export type DayPreview = z.infer<typeof dayPreview>;

const date = calendarDate("any").describe("YYYY-MM-DD, a day at the clinic");
const locationId = requiredText(100).describe("`emr_id` of GET /locations, or a location that the day's payments name");

/** The query of GET /day-closings/preview. */
export const previewQuery = z.object({ date, location_id: locationId.optional() });

/** The body of POST /day-closings. */
export const newDayClosing = z.object({ date, location_id: locationId });
