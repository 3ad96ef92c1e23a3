import { z } from "zod";
import { atLeastOneOf } from "#lib/kernel/fields";

const MAX_LATENCY_MS = 60_000;
const MAX_REQUESTS_PER_MINUTE = 1_000_000;

const share = z
  .number({ error: "must be a number from 0 to 1" })
  .min(0, "must be a number from 0 to 1")
  .max(1, "must be a number from 0 to 1");
const flag = z.boolean({ error: "must be true or false" });
const latencyProblem = `must be a whole number from 0 to ${MAX_LATENCY_MS}`;
const rateProblem = `must be a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}, or null`;

/** The behavior of an account's simulated EMR (decisions §5). */
export const sandboxBehavior = z
  .object({
    latency_ms: z
      .int({ error: latencyProblem })
      .min(0, latencyProblem)
      .max(MAX_LATENCY_MS, latencyProblem)
      .describe("Duration of every call, in milliseconds"),
    fault_rate: share.describe("Share of calls that fail with a transient error, 0 to 1"),
    outage: flag.describe("While true, every call fails with a transient error"),
    rate_limit_per_minute: z
      .int({ error: rateProblem })
      .min(1, rateProblem)
      .max(MAX_REQUESTS_PER_MINUTE, rateProblem)
      .nullable()
      .describe("Maximum number of calls per minute; null for no limit"),
    drift_rate: share.describe("Changes this share of the EMR's records at once, 0 to 1"),
    user_active: flag.describe('While false, every operation is answered with 404 "User not found"; reads still work'),
  })
  .meta({ id: "SandboxBehavior" });

/** The body of PATCH /sandbox/behavior: at least one setting. */
export const sandboxBehaviorChange = sandboxBehavior.partial().check(atLeastOneOf(sandboxBehavior.shape));

/** A record that the simulated EMR has stored for a job. */
export const sandboxWrite = z
  .object({
    kind: z.string().describe("Such as payment, episode or referral_update"),
    emr_id: z.string().describe("The EMR's id of the created or changed record"),
    idempotency_key: z.string(),
  })
  .meta({ id: "SandboxWrite" });

export type SandboxBehavior = z.infer<typeof sandboxBehavior>;

/** The settings of speed and reliability, which one form saves together. */
export const sandboxPace = sandboxBehavior.pick({ latency_ms: true, fault_rate: true, rate_limit_per_minute: true });
