import type { Queue } from "pg-boss";
import type { AccountTenant } from "#lib/kernel/principal";

/** A worker that was not heard of for this long is dead; its jobs go to others (decisions §6: within 30 s). */
const HEARTBEAT_SECONDS = 10;

const common = {
  policy: "standard",
  // We tell of entries ourselves, after the commit: a NOTIFY within it would lock the whole cluster's commits.
  notify: false,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  /**
   * Only a lost lease retries here: passing faults are enqueued anew with their own pause. The limit guards
   * against a job that kills every process that touches it.
   */
  retryLimit: 100,
  retryDelay: 1,
  deleteAfterSeconds: 3600,
} satisfies Omit<Queue, "name">;

/** Every queue and its settings. Payloads are ids alone; what they mean is read from our own tables. */
export const QUEUES = {
  operations: common,
  deliveries: common,
  /** Nightly syncs: an EMR that is out is asked again for hours. Entries stay for longer than their night lasts. */
  syncs: {
    ...common,
    retryLimit: 20,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 1800,
    expireInSeconds: 7200,
    deleteAfterSeconds: 3 * 86_400,
  },
} as const;

export type QueueName = keyof typeof QUEUES;

export interface Payloads {
  operations: AccountTenant & { jobId: number };
  deliveries: AccountTenant & { deliveryId: string };
  syncs: AccountTenant;
}
