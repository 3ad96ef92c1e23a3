import type { Queue } from "pg-boss";
import type { AccountTenant } from "#lib/kernel/principal";

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
  /** A first sync may take hours; an entry that expires continues where it was. The night's entry is known for days. */
  syncs: { ...common, expireInSeconds: 7200, deleteAfterSeconds: 3 * 86_400 },
  mails: common,
} as const;

export type QueueName = keyof typeof QUEUES;

/** The request to a sync. */
export interface SyncRequest {
  /** ISO 8601: kinds of records that were read completely since then are not read again. */
  requestedAt: string;
  /** Kinds whose short answer a person has accepted. */
  acceptHeld?: string[] | undefined;
  /** True if the account leads to another EMR since: readings that began before are not continued. */
  anew?: boolean | undefined;
  /** Number of attempts that failed for a passing reason. */
  failures?: number | undefined;
}

export interface Payloads {
  operations: AccountTenant & { jobId: number };
  deliveries: AccountTenant & { deliveryId: string };
  syncs: AccountTenant & SyncRequest;
  mails: { organizationId: string; mailId: string };
}
