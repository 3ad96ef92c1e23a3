import { z } from "zod";
import { runJob } from "#lib/jobs/lifecycle/run-job";
import { forgetForEver } from "#lib/jobs/retention/retention";
import { planEveryNight, runNightlySync } from "#lib/jobs/sync/nightly";
import { boss } from "#lib/queue/boss";
import { Dispatcher } from "#lib/queue/dispatcher";
import type { Payloads, QueueName } from "#lib/queue/queues";
import { listenForEntries } from "#lib/queue/wake";
import { deliver } from "#lib/webhooks/deliveries/deliver";
import { MOST_AT_ONCE } from "./emr-turns.ts";
import { runnerMetrics } from "./metrics.ts";
import { sweepForEver } from "./overdue.ts";

const id = z.string().regex(/^[0-9a-f]{32}$/);
const tenantIds = { organizationId: id, linkedAccountId: id };

/** Payloads are parsed on arrival: an entry of another version of this product fails here and nowhere else. */
const payloads: { [Name in QueueName]: z.ZodType<Payloads[Name]> } = {
  operations: z.object({ ...tenantIds, jobId: z.number().int() }),
  deliveries: z.object({ ...tenantIds, deliveryId: id }),
  syncs: z.object(tenantIds),
};

/** At a time in one process; and of these for one linked account or one target, so that none starves the others. */
const CONCURRENCY = {
  operations: { most: 12, mostLong: 60, mostPerGroup: MOST_AT_ONCE, mostSpare: 6 },
  deliveries: { most: 24, mostLong: 200, mostPerGroup: 4, mostSpare: 12 },
  syncs: { most: 2, mostPerGroup: 1 },
} as const;

/** Running attempts get this long to finish when they are asked to stop. */
const STOP_DEADLINE_MS = 4_000;

export interface Runner {
  /** Takes no more jobs, lets running ones finish within 4 s, and hands the others back to the queue. */
  stop(): Promise<void>;
}

export interface Work {
  operations: Dispatcher;
  deliveries: Dispatcher;
  syncs: Dispatcher;
  stop(): Promise<void>;
}

/** Begins to work off every queue; what is there is taken at once, and what this process writes as it comes. */
export async function beginWork(): Promise<Work> {
  const queue = await boss();
  const stopping = new AbortController();
  const operations = new Dispatcher(queue, {
    queue: "operations",
    ...CONCURRENCY.operations,
    handle: (data, entry) => runJob(payloads.operations.parse(data), stopping.signal, entry),
  });
  const deliveries = new Dispatcher(queue, {
    queue: "deliveries",
    ...CONCURRENCY.deliveries,
    handle: (data, entry) => deliver(payloads.deliveries.parse(data), entry),
  });
  const syncs = new Dispatcher(queue, {
    queue: "syncs",
    ...CONCURRENCY.syncs,
    handle: (data) => runNightlySync(payloads.syncs.parse(data)),
  });
  return {
    operations,
    deliveries,
    syncs,
    async stop() {
      const deadline = setTimeout(() => stopping.abort(), STOP_DEADLINE_MS - 1_000);
      await Promise.all([operations, deliveries, syncs].map((each) => each.stop(STOP_DEADLINE_MS)));
      clearTimeout(deadline);
    },
  };
}

/** Works off every queue in this process for as long as it lives. */
export async function startRunner(): Promise<Runner> {
  runnerMetrics();
  const work = await beginWork();
  const listener = listenForEntries();
  const nights = planEveryNight();
  const sweeper = sweepForEver();
  const retention = forgetForEver();
  return {
    async stop() {
      await Promise.all([nights.stop(), sweeper.stop(), retention.stop()]);
      await work.stop();
      await listener.close();
    },
  };
}
