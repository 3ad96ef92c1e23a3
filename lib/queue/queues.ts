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
} as const satisfies Record<string, Settings>;

export type QueueName = keyof typeof QUEUES;
