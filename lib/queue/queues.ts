import type { Queue } from "pg-boss";

/** A worker without a heartbeat for this long is dead and its entries go to others (decisions §6: within 30 s). */
export const HEARTBEAT_SECONDS = 10;

/** Pause between two heartbeats: far below the time after which a worker is dead, so that lost ones cost no lease. */
export const BEAT_SECONDS = 2;

const common = {
  policy: "standard",
  // We send wake-ups ourselves, after the commit: a NOTIFY within the transaction would serialize all commits of the
  // cluster.
  notify: false,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  /**
   * Only a lost lease counts as a retry here; passing faults are enqueued anew with their own pause. The limit guards
   * against a job that kills every process that takes it.
   */
  retryLimit: 100,
  retryDelay: 1,
  deleteAfterSeconds: 3600,
} satisfies Omit<Queue, "name">;

/** Every queue and its settings. */
export const QUEUES = {
  operations: common,
  deliveries: common,
  /** A first sync may take hours; an entry that expires continues where it was. The night's entry is known for days. */
  syncs: { ...common, expireInSeconds: 7200, deleteAfterSeconds: 3 * 86_400 },
  mails: common,
} as const;

export type QueueName = keyof typeof QUEUES;
