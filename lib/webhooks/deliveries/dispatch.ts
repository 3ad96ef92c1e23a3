import type { PgBoss } from "pg-boss";
import { Dispatcher } from "#lib/queue/dispatcher";
import { PAYLOADS } from "#lib/queue/payloads";
import { deliver } from "./deliver.ts";

/** Limits of this process, in total and per target, so that a slow receiver does not starve the others. */
const CONCURRENCY = { max: 24, maxLong: 200, maxPerGroup: 8, maxSpare: 12 };

/** Starts to make deliveries: those that wait at once, new ones as their events are published. */
export const dispatchDeliveries = (boss: PgBoss): Dispatcher =>
  new Dispatcher(boss, {
    queue: "deliveries",
    ...CONCURRENCY,
    handle: (data, entry) => deliver(PAYLOADS.deliveries.parse(data), entry),
  });
