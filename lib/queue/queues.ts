import type { Queue } from "pg-boss";

/** A worker without a heartbeat for this long is dead and its entries go to others (decisions §6: within 30 s). */
const HEARTBEAT_SECONDS = 10;

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

/** Every queue and its settings. Payloads hold ids alone; handlers read everything else from our own tables. */
export const QUEUES = {
  operations: common,
  deliveries: common,
  /** Nightly syncs retry for hours while an EMR is out, and their entries outlive the night. */
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

interface TenantIds {
  organizationId: string;
  linkedAccountId: string;
}

export interface Payloads {
  operations: TenantIds & { jobId: number };
  deliveries: TenantIds & { deliveryId: string };
  syncs: TenantIds;
}
