import { z } from "zod";

/** Every event as it is sent (interface section 6). Browser-safe. */
export const envelope = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Absent from the three claim events. */
  access_token_reference_id: z.string().optional(),
  object: z.literal("event"),
  created: z.iso.datetime().meta({ id: "Timestamp" }),
  type: z.string().min(1),
  /** Digits; absent from a test of a webhook endpoint alone. */
  job_id: z.string().regex(/^\d+$/).optional(),
  /** Only on `org_settings.synced`. */
  action: z.literal("ehr_sync").optional(),
  data: z.record(z.string(), z.unknown()),
});

export type Envelope = z.infer<typeof envelope>;
