import { z } from "zod";
import { present } from "#lib/kernel/clock";

/** A worker without a heartbeat for this long is dead and its entries go to others (decisions §6: within 30 s). */
export const HEARTBEAT_SECONDS = 10;

/** Pause between two heartbeats: far below the time after which a worker is dead, so that lost ones cost no lease. */
export const BEAT_SECONDS = 2;

interface Settings {
  /** An entry that is at work for longer returns to its queue. */
  expireSeconds: number;
  /** An entry that has ended is kept for this long. */
  keepSeconds: number;
}

const common: Settings = { expireSeconds: 900, keepSeconds: 3_600 };

/** Every queue and its settings. */
export const QUEUES = {
  operations: common,
  deliveries: common,
  /** A first sync may take hours; an entry that expires continues where it was. The night's entry is known for days. */
  syncs: { expireSeconds: 7_200, keepSeconds: 3 * 86_400 },
  mails: common,
  /** What changed between two syncs; an entry is known until its round is long over, so that it is written once. */
  readings: { expireSeconds: 300, keepSeconds: 600 },
  /** The events of many changes, which their transaction leaves to the time after its commit. */
  changes: common,
} as const satisfies Record<string, Settings>;

export type QueueName = keyof typeof QUEUES;

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
  /** The first and the last position in the account's feed of changes. */
  changes: z.object({ ...accountIds, from: z.number().int(), to: z.number().int() }),
} satisfies Record<QueueName, z.ZodType>;

export type Payloads = { [Name in QueueName]: z.output<(typeof PAYLOADS)[Name]> };
