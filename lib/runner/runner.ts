import { z } from "zod";
import { deliver } from "#lib/deliveries/deliver";
import { boss } from "#lib/queue/boss";
import { lookAgain } from "#lib/queue/look-again";
import type { Payloads, QueueName } from "#lib/queue/queues";
import { runJob } from "./run-job.ts";

const id = z.string().regex(/^[0-9a-f]{32}$/);
const tenantIds = { organizationId: id, linkedAccountId: id };

/** Payloads are parsed on arrival: an entry of another version of this product fails here and nowhere else. */
const payloads: { [Name in QueueName]: z.ZodType<Payloads[Name]> } = {
  operations: z.object({ ...tenantIds, jobId: z.number().int() }),
  deliveries: z.object({ ...tenantIds, deliveryId: id }),
};

/** At a time in one process; and of these for one linked account or one target, so that none starves the others. */
const CONCURRENCY = {
  operations: { localConcurrency: 12, localGroupConcurrency: 6 },
  deliveries: { localConcurrency: 24, localGroupConcurrency: 4 },
} as const;

/** Half a heartbeat: one lost beat does not cost a job its lease. */
const HEARTBEAT_REFRESH_SECONDS = 4;

/** Running attempts get this long to finish when the process is asked to stop. */
const STOP_DEADLINE_MS = 4_000;

export interface Runner {
  /** Takes no more jobs, lets running ones finish within 4 s, and hands the others back to the queue. */
  stop(): Promise<void>;
}

/** Starts working off both queues in this process. */
export async function startRunner(): Promise<Runner> {
  const queue = await boss();
  const stopping = new AbortController();
  const settings = (name: QueueName) => ({
    ...CONCURRENCY[name],
    batchSize: 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
  });
  await queue.work("operations", settings("operations"), async ([entry]) => {
    lookAgain(queue, "operations");
    if (entry) await runJob(payloads.operations.parse(entry.data), stopping.signal);
  });
  await queue.work("deliveries", settings("deliveries"), async ([entry]) => {
    lookAgain(queue, "deliveries");
    if (entry) await deliver(payloads.deliveries.parse(entry.data));
  });
  return {
    async stop() {
      const deadline = setTimeout(() => stopping.abort(), STOP_DEADLINE_MS - 1_000);
      await queue.stop({ graceful: true, timeout: STOP_DEADLINE_MS });
      clearTimeout(deadline);
    },
  };
}
