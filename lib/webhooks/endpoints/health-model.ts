import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

const moment = momentText.describe("ISO 8601");
const milliseconds = z.number().int().nullable().describe("Null without attempts");

const figures = {
  attempts: z.number().int(),
  succeeded: z.number().int().describe("Attempts answered with 2xx"),
  duration_ms_median: milliseconds,
  duration_ms_p95: milliseconds,
};

/** The health of a webhook endpoint: its pending deliveries, and its attempts over a span by hour or by day. */
export const webhookHealthModel = z
  .object({
    endpoint_id: z.string(),
    held: z.number().int().describe("Deliveries that are sent once it is enabled"),
    waiting: z.number().int().describe("Deliveries not sent yet, or to be retried"),
    failing_since: moment.nullable().describe("Null while its deliveries succeed"),
    disables_at: moment
      .nullable()
      .describe("A failure from then on disables it; null while its deliveries succeed, and once it is disabled"),
    previous_secret_until: moment.nullable().describe("Until then the previous secret signs as well; null without one"),
    ...figures,
    last_failure: z
      .object({
        at: moment,
        event_id: z.string(),
        status_code: z.number().int().nullable().describe("Null without a response"),
        error: z.string().nullable(),
      })
      .nullable()
      .describe("Of the last seven days"),
    parts: z.array(z.object({ start: moment, ...figures })).describe("Every hour or day of the span, oldest first"),
  })
  .meta({ id: "WebhookEndpointHealth" });

export type WebhookHealthModel = z.infer<typeof webhookHealthModel>;
