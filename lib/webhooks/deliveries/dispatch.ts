import { Dispatcher } from "#lib/queue/dispatcher";
import { PAYLOADS } from "#lib/queue/queues";
import { deliver } from "./deliver.ts";

/**
 * Limits of this process, which organizations share and, within each, its inbox, its endpoints and its callbacks; and per
 * target over all processes.
 */
const CONCURRENCY = { places: { fresh: 192, all: 800 }, maxPerGroup: 8, maxSpare: 12 } as const;

/** Starts to make deliveries: those that wait at once, new ones as their events are published. */
export const dispatchDeliveries = (): Dispatcher =>
  new Dispatcher({
    queue: "deliveries",
    ...CONCURRENCY,
    handle: (data, entry) => deliver(PAYLOADS.deliveries.parse(data), entry),
  });
