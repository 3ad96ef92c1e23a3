import { z } from "zod";

/** The statuses of a delivery (decisions §11). */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "held", "refused"] as const;
const moment = z.string().describe("ISO 8601");

/** One attempt to deliver an event (decisions §11). */
const deliveryAttemptModel = z.object({
  at: moment,
  status_code: z.number().int().nullable().describe("The target's answer; null where there was none"),
  duration_ms: z.number().int().describe("To the status line of the answer, or to the failure"),
  error: z.string().nullable(),
});

const headers = z.record(z.string(), z.string()).describe("Values that are secrets, or may be, are masked");

/** An attempt with its address, request and response. */
const exchangeModel = deliveryAttemptModel.extend({
  url: z
    .string()
    .nullable()
    .describe(
      "Where it was sent, though the endpoint moved since, told as `target` is; null for the console's own receipt",
    ),
  request: z
    .object({ headers })
    .nullable()
    .describe("Null once it was forgotten, 14 days later unless the operator says otherwise, and for the inbox"),
  response: z
    .object({
      headers,
      body: z.string().describe("Its first 4 KiB"),
      cut: z.boolean().describe("Whether there was more, or it took more than a second to come"),
    })
    .nullable()
    .describe("Null where there was no answer"),
});

/** A target of an event and the status of its delivery. */
export const deliveryModel = z.object({
  id: z.string().describe("What a redelivery can name"),
  target: z
    .string()
    .describe(
      "URL; `inbox` for the console's own receipt. Who may not see the webhook endpoints is told `…` for what follows its path",
    ),
  endpoint_id: z.string().nullable().describe("Null for a callback URL and for the console's own receipt"),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(deliveryAttemptModel).describe("Oldest first"),
  next_attempt_at: moment.nullable(),
});

/** A delivery with the address, request and response of each attempt. */
export const deliveryDetailModel = deliveryModel.extend({
  attempts: z.array(exchangeModel).describe("Oldest first"),
});

/** An event of the log with its deliveries (decisions §11). */
export const eventModel = z.object({
  event: z.record(z.string(), z.unknown()).describe("The envelope as it was sent"),
  deliveries: z.array(deliveryModel),
});

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryModel = z.infer<typeof deliveryModel>;
export type DeliveryDetailModel = z.infer<typeof deliveryDetailModel>;
export type EventModel = z.infer<typeof eventModel>;
