import { type SQL, sql } from "drizzle-orm";
import { Counter, Gauge, Histogram } from "prom-client";
import { appPool, waitingForConnection } from "#lib/db/pool";
import { withoutTenant } from "#lib/db/without-tenant";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";
import { QUEUES } from "#lib/queue/queues";

/** How an attempt ended; a `lost` one is counted by the process that finds it. */
export type AttemptOutcome = "succeeded" | "retried" | "failed" | "lost" | "unstored" | "postponed";

interface QueriedGauge {
  name: string;
  help: string;
  labelNames?: string[];
  /** Returns the gauge's `value` and a column for each label. */
  statement: SQL;
}

/** Creates a gauge that is queried at each scrape. If the database does not answer, the other metrics remain available. */
function queriedGauge({ statement, ...options }: QueriedGauge): void {
  new Gauge({
    ...options,
    registers: [metrics()],
    async collect() {
      this.reset();
      const rows = await withoutTenant<Record<string, string | number>>(statement).catch(() => []);
      for (const { value, ...labels } of rows) this.set(labels, Number(value));
    },
  });
}

// Queries each organization separately.

const JOBS = sql`
  SELECT operation, status, sum(jobs) AS value
  FROM list_organizations() CROSS JOIN LATERAL count_jobs(organization_id) GROUP BY operation, status`;

const AMBIGUOUS_JOBS = sql`
  SELECT operation, state, sum(jobs) AS value
  FROM list_organizations() CROSS JOIN LATERAL count_ambiguous_jobs(organization_id) GROUP BY operation, state`;

const OLDEST_SYNC = sql`
  SELECT coalesce(extract(epoch FROM now() - min(oldest_sync(organization_id))), 0)::double precision AS value FROM list_organizations()`;

/** Unfinished queue entries. */
const ENTRIES = sql`
  SELECT queue, count(*)::integer AS value,
    CASE WHEN state = 'taken' THEN 'active' WHEN due_at > now() THEN 'later' ELSE 'due' END AS state
  FROM queue.entry WHERE state IN ('waiting', 'taken') GROUP BY 1, 3`;

const OLDEST_DUE = sql`
  SELECT q.queue, coalesce(extract(epoch FROM now() - min(due_at)), 0)::double precision AS value
  FROM json_array_elements_text(${JSON.stringify(Object.keys(QUEUES))}::json) AS q (queue)
  LEFT JOIN queue.entry e ON e.queue = q.queue AND state = 'waiting' AND due_at <= now() GROUP BY 1`;

/** Creates the gauges of all processes' work, queried from the database at each scrape. */
function makeGauges(): void {
  queriedGauge({
    name: "crc_jobs",
    help: "Jobs that have not ended, by operation and status",
    labelNames: ["operation", "status"],
    statement: JOBS,
  });
  queriedGauge({
    name: "crc_jobs_ambiguous",
    help: "Jobs for which it is unknown whether the EMR holds their record, by operation and state: trying, or left to a person as outcome_unknown or not_stored",
    labelNames: ["operation", "state"],
    statement: AMBIGUOUS_JOBS,
  });
  queriedGauge({
    name: "crc_queue_entries",
    help: "Entries of each queue: due now, for later, or active",
    labelNames: ["queue", "state"],
    statement: ENTRIES,
  });
  queriedGauge({
    name: "crc_queue_oldest_due_seconds",
    help: "Time for which the oldest due entry of each queue has not been taken",
    labelNames: ["queue"],
    statement: OLDEST_DUE,
  });
  queriedGauge({
    name: "crc_sync_oldest_seconds",
    help: "Age of the oldest last sync among the linked accounts",
    statement: OLDEST_SYNC,
  });
  new Gauge({
    name: "crc_database_connections",
    help: "The application's database connections of this process: used, idle, and callers that wait for one",
    labelNames: ["state"],
    registers: [metrics()],
    collect() {
      const { totalCount, idleCount } = appPool();
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingForConnection());
    },
  });
}

function makeMetrics() {
  const registers = [metrics()];
  makeGauges();
  return {
    attempts: new Counter({
      name: "crc_job_attempts_total",
      help: "Attempts at jobs, by operation and outcome: succeeded, retried, failed, lost, unstored, postponed",
      labelNames: ["operation", "outcome"],
      registers,
    }),
    seconds: new Histogram({
      name: "crc_job_duration_seconds",
      help: "From a job's acceptance to its end, by operation and outcome: completed, failed",
      labelNames: ["operation", "outcome"],
      buckets: [0.03, 0.1, 0.3, 1, 3, 10, 30, 120, 600],
      registers,
    }),
    syncs: new Counter({
      name: "crc_syncs_total",
      help: "Syncs of a whole account, by outcome: succeeded, yielded (goes on in another time slice), retried, postponed, refused, overtaken",
      labelNames: ["outcome"],
      registers,
    }),
    readings: new Counter({
      name: "crc_readings_total",
      help: "Readings of an account between its syncs, by scope (today, changes) and outcome: succeeded, postponed, failed",
      labelNames: ["scope", "outcome"],
      registers,
    }),
    syncRows: new Counter({
      name: "crc_sync_rows_total",
      help: "Records that syncs have read and stored, by kind",
      labelNames: ["kind"],
      registers,
    }),
    syncFailures: new Counter({
      name: "crc_sync_failures_total",
      help: "Readings of a kind of record that failed, by kind",
      labelNames: ["kind"],
      registers,
    }),
    syncsHeld: new Counter({
      name: "crc_sync_held_total",
      help: "Readings that returned suspiciously few records, so that nothing was removed, by kind",
      labelNames: ["kind"],
      registers,
    }),
    overdue: new Gauge({
      name: "crc_overdue",
      help: "Jobs, deliveries and mails that were due a minute ago and have not begun, as of the last sweep",
      labelNames: ["kind"],
      registers,
    }),
    swept: new Counter({
      name: "crc_swept_total",
      help: "Jobs, deliveries and mails whose lost queue entry was replaced",
      labelNames: ["kind"],
      registers,
    }),
  };
}

/** Returns the metrics of jobs, queues and syncs; created on first use, which a serving process makes as it starts. */
export const runnerMetrics = () => singleton("runner-metrics", makeMetrics);

/** Counts how attempts at an operation's job ended. */
export const countAttempts = (operation: string, outcome: AttemptOutcome, attempts = 1): void =>
  runnerMetrics().attempts.inc({ operation, outcome }, attempts);

/** Counts the end of a job. */
export const countEnd = (operation: string, outcome: "completed" | "failed", acceptedAt: Date, endedAt: Date): void =>
  runnerMetrics().seconds.observe({ operation, outcome }, (endedAt.getTime() - acceptedAt.getTime()) / 1000);
