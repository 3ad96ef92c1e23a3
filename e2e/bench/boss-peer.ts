import { PgBoss } from "pg-boss";

const QUEUE = "bench";

/** pg-boss alone, with its own schema and queue in the product's PostgreSQL. */
export interface BossPeer {
  /** Returns the milliseconds from the call of `send` to the start of the job's handler. */
  sendToStart(): Promise<number>;
  stop(): Promise<void>;
}

const EMPTY_QUEUE = "bench_empty";
const EMPTY_BATCH = 500;

/** Measures how many empty jobs per second pg-boss handles, written ahead, then fetched and completed in batches. */
export async function emptyJobsPerSecond(ownerUrl: string, jobs: number): Promise<number> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: "crc-bench",
    schema: "bench_pgboss",
    schedule: false,
  });
  boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  try {
    await boss.createQueue(EMPTY_QUEUE);
    for (let written = 0; written < jobs; written += EMPTY_BATCH) {
      await boss.insert(
        EMPTY_QUEUE,
        Array.from({ length: EMPTY_BATCH }, () => ({ data: {} })),
      );
    }
    const since = performance.now();
    for (let handled = 0; handled < jobs; ) {
      const taken = await boss.fetch(EMPTY_QUEUE, { batchSize: EMPTY_BATCH });
      await boss.complete(
        EMPTY_QUEUE,
        taken.map(({ id }) => id),
      );
      handled += taken.length;
    }
    return jobs / ((performance.now() - since) / 1000);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Starts pg-boss with this number of workers, which its notifications wake. */
export async function startBossPeer(ownerUrl: string, workers: number): Promise<BossPeer> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: "crc-bench",
    schema: "bench_pgboss",
    schedule: false,
    useListenNotify: true,
  });
  boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  const started = new Map<number, (at: number) => void>();
  await boss.work<{ number: number }>(QUEUE, { localConcurrency: workers }, async ([job]) => {
    if (job) started.get(job.data.number)?.(performance.now());
  });
  let sent = 0;
  return {
    async sendToStart() {
      const number = sent++;
      const start = Promise.withResolvers<number>();
      started.set(number, start.resolve);
      const called = performance.now();
      await boss.send(QUEUE, { number });
      const at = await start.promise;
      started.delete(number);
      return at - called;
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
