import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

/** The statuses of a delivery (decisions §11). */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "held", "refused"] as const;
const moment = momentText.describe("ISO 8601");

/** One attempt to deliver an event (decisions §11). */
const deliveryAttemptModel = z
  .object({
    at: moment,
    status_code: z.number().int().nullable().describe("Status of the target's response; null without one"),
    duration_ms: z.number().int().describe("Until the status line of the response, or the failure"),
    error: z.string().nullable(),
  })
  .meta({ id: "DeliveryAttempt" });

const headers = z.record(z.string(), z.string()).describe("Values that are secrets, or may be, are masked");

/** An attempt with its address, request and response. */
const exchangeModel = deliveryAttemptModel
  .extend({
    url: z
      .string()
      .nullable()
      .describe(
        "URL of this attempt, even if the endpoint has moved since; shown like `target`. Null for the console's own receipt",
      ),
    request: z
      .object({ headers })
      .nullable()
      .describe("Null for the inbox, and after its retention (14 days unless the operator configures otherwise)"),
    response: z
      .object({
        headers,
        body: z.string().describe("Its first 4 KiB"),
        cut: z.boolean().describe("Whether the body was longer, or took more than a second"),
      })
      .nullable()
      .describe("Null without a response"),
  })
  .meta({ id: "DeliveryExchange" });

/** A target of an event and the status of its delivery. */
export const deliveryModel = z
  .object({
    id: z.string().describe("Names the delivery in a redelivery"),
    target: z
      .string()
      .describe(
        "URL; `inbox` for the console's own receipt. Callers without permission to read webhook endpoints see `…` instead of its query and fragment",
      ),
    endpoint_id: z.string().nullable().describe("Null for a callback URL and for the console's own receipt"),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.array(deliveryAttemptModel).describe("Oldest first"),
    next_attempt_at: moment.nullable(),
  })
  .meta({ id: "Delivery" });

/** A delivery with the address, request and response of each attempt. */
export const deliveryDetailModel = deliveryModel
  .extend({
    attempts: z.array(exchangeModel).describe("Oldest first"),
  })
  .meta({ id: "DeliveryDetail" });

/** An event of the log with its deliveries (decisions §11). */
export const eventModel = z
  .object({
    event: z.record(z.string(), z.unknown()).describe("The envelope as it was sent"),
    deliveries: z.array(deliveryModel),
  })
  .meta({ id: "Event" });

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryModel = z.infer<typeof deliveryModel>;
export type DeliveryDetailModel = z.infer<typeof deliveryDetailModel>;
export type EventModel = z.infer<typeof eventModel>;
