import { z } from "zod";

const moment = z.string().describe("ISO 8601");
const milliseconds = z.number().int().nullable().describe("Null where there was no attempt");

const figures = {
  attempts: z.number().int(),
  succeeded: z.number().int().describe("Of these, those that were answered 2xx"),
  duration_ms_median: milliseconds,
  duration_ms_p95: milliseconds,
};

/** The health of a webhook endpoint: its pending deliveries, and its attempts over a span by hour or by day. */
export const webhookHealthModel = z.object({
  endpoint_id: z.string(),
  held: z.number().int().describe("Deliveries that are sent once it is enabled"),
  waiting: z.number().int().describe("Deliveries that are yet to be sent, or to be tried again"),
  failing_since: moment.nullable().describe("Null while it takes what it is sent"),
  previous_secret_until: moment.nullable().describe("Until then the secret before signs as well; null where none does"),
  ...figures,
  last_failure: z
    .object({
      at: moment,
      event_id: z.string(),
      status_code: z.number().int().nullable().describe("Null where there was no answer"),
      error: z.string().nullable(),
    })
    .nullable()
    .describe("Of the last seven days"),
  parts: z.array(z.object({ start: moment, ...figures })).describe("Every hour or day of the span, oldest first"),
});

export type WebhookHealthModel = z.infer<typeof webhookHealthModel>;
