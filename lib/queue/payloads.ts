import { z } from "zod";
import { present } from "#lib/kernel/clock";
import type { QueueName } from "./queues.ts";

const id = z.string().regex(/^[0-9a-f]{32}$/);
const accountIds = { organizationId: id, linkedAccountId: id };

/**
 * The payload of each queue's entries: ids alone, as handlers read everything else from our own tables. It is parsed on
 * arrival, so that an entry written by another version of the product fails there.
 */
export const PAYLOADS = {
  operations: z.object({ ...accountIds, jobId: z.number().int() }),
  deliveries: z.object({ ...accountIds, deliveryId: id }),
  syncs: z.object({
    ...accountIds,
    /** Kinds of records that were read completely since then are not read again. An entry of the version before has none. */
    requestedAt: z.iso.datetime().default(() => present().toISOString()),
    /** Kinds whose short answer a person has accepted. */
    acceptHeld: z.array(z.string()).optional(),
    /** Number of attempts that failed for a passing reason. */
    failures: z.number().int().optional(),
  }),
  readings: z.object({
    ...accountIds,
    /** `today`: the visits of today. `changes`: the visits of the next days, then the kinds that can be read incrementally. */
    scope: z.enum(["today", "changes"]),
  }),
  mails: z.object({ organizationId: id, mailId: id }),
} satisfies Record<QueueName, z.ZodType>;

export type Payloads = { [Name in QueueName]: z.output<(typeof PAYLOADS)[Name]> };
