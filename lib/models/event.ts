import { z } from "zod";

/** What can become of a delivery (decisions §11). */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "held", "refused"] as const;
const moment = z.string().describe("ISO 8601");

/** One attempt to deliver an event (decisions §11). */
const deliveryAttemptModel = z.object({
  at: moment,
  status_code: z.number().int().nullable().describe("The target's answer; null where there was none"),
  duration_ms: z.number().int(),
  error: z.string().nullable(),
});

/** Who is told of an event, and how that went. */
export const deliveryModel = z.object({
  id: z.string().describe("What a redelivery can name"),
  target: z.string().describe("URL; `inbox` for the console's own receipt"),
  endpoint_id: z.string().nullable().describe("Null for a callback URL and for the console's own receipt"),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(deliveryAttemptModel).describe("Oldest first"),
  next_attempt_at: moment.nullable(),
});

/** An event as the log keeps it: what was sent, and to whom (decisions §11). */
export const eventModel = z.object({
  event: z.record(z.string(), z.unknown()).describe("The envelope as it was sent"),
  deliveries: z.array(deliveryModel),
});

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryModel = z.infer<typeof deliveryModel>;
export type EventModel = z.infer<typeof eventModel>;
