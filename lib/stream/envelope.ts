import { z } from "zod";

/** The envelope of every event (interface section 6). Browser-safe. */
export const envelope = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Absent from the three claim events. */
  access_token_reference_id: z.string().optional(),
  object: z.literal("event"),
  created: z.iso.datetime().meta({ id: "Timestamp" }),
  type: z.string().min(1),
  /** Digits; absent only from a webhook endpoint's test event. */
  job_id: z.string().regex(/^\d+$/).optional(),
  /** Only on `org_settings.synced`. */
  action: z.literal("ehr_sync").optional(),
  data: z.record(z.string(), z.unknown()),
});

export type Envelope = z.infer<typeof envelope>;

const WITHOUT_TOKEN_REFERENCE = new Set(["claim.created", "claim.updated", "claim.live_fetch_completed"]);

/** Builds an event's envelope with exactly the fields of its type (decisions §5, exactness). */
export function makeEnvelope(event: {
  id: string;
  created: Date;
  type: string;
  /** Null for a webhook endpoint's test event, which has no job. */
  jobId: number | null;
  accessTokenReferenceId: string;
  data: Record<string, unknown>;
}): Envelope {
  const { id, type, data } = event;
  return {
    id,
    ...(WITHOUT_TOKEN_REFERENCE.has(type) ? {} : { access_token_reference_id: event.accessTokenReferenceId }),
    object: "event",
    created: event.created.toISOString(),
    type,
    ...(event.jobId === null ? {} : { job_id: String(event.jobId) }),
    ...(type === "org_settings.synced" ? { action: "ehr_sync" as const } : {}),
    data,
  };
}
