import { publishLater } from "#lib/changes/publish-later";
import { startChaining } from "#lib/jobs/audit-chain/audit-chain";
import { startEveningPackets } from "#lib/jobs/downtime/evening-packets";
import { startDirectoryRefresh } from "#lib/jobs/emr-directory/refresh";
import { startEventReadings } from "#lib/jobs/emr-events/read-log";
import { startWebhookUpkeep } from "#lib/jobs/emr-webhooks/upkeep";
import { startEndpointWarnings } from "#lib/jobs/failing-endpoints/warn";
import { runReading } from "#lib/jobs/freshness/run-reading";
import { startPlanning } from "#lib/jobs/freshness/start-planning";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { startRetention } from "#lib/jobs/retention/retention";
import { runSync } from "#lib/jobs/sync/run-sync";
import { mailMetrics } from "#lib/mail/metrics";
import { sendMail } from "#lib/mail/send-mail";
import { Dispatcher } from "#lib/queue/dispatcher";
import { PAYLOADS } from "#lib/queue/queues";
import { queueUpkeep, UPKEEP_MS } from "#lib/queue/upkeep";
import { listenForEntries } from "#lib/queue/wake";
import { dispatchDeliveries } from "#lib/webhooks/deliveries/dispatch";
import { MAX_AT_ONCE } from "./emr-concurrency.ts";
import { runnerMetrics } from "./metrics.ts";
import { startOverdueSweeps } from "./overdue.ts";
import { repeatedly } from "./repeatedly.ts";
import { startUnsettledSweeps } from "./unsettled.ts";

/** Limits of this process, which organizations share, and per linked account over all processes. */
const CONCURRENCY = {
  operations: { places: { fresh: 60, all: 400 }, maxPerGroup: MAX_AT_ONCE, maxSpare: 6 },
  // A first sync may take minutes: it must not keep other accounts waiting. Each holds a few pages in memory.
  syncs: { places: { fresh: 4, all: 20 }, maxPerGroup: 1 },
  // Each mail is a connection of its own; servers limit them.
  mails: { places: { fresh: 4, all: 10 }, maxPerGroup: 2 },
  readings: { places: { fresh: 8, all: 40 }, maxPerGroup: 1 },
  changes: { places: { fresh: 4, all: 20 }, maxPerGroup: 1 },
} as const;

/** Time that running attempts have to finish after a stop. */
const STOP_DEADLINE_MS = 4_000;

export interface Runner {
  /** Takes no more jobs, lets running ones finish within 4 s, and returns the others to the queue. */
  stop(): Promise<void>;
}

export interface Work {
  operations: Dispatcher;
  deliveries: Dispatcher;
  /** Those of all queues, each before those whose entries its work creates. */
  all: readonly Dispatcher[];
  stop(): Promise<void>;
}

/** Starts working off every queue: existing entries at once, new ones as they arrive. */
export function startDispatchers(): Work {
  const stopping = new AbortController();
  const operations = new Dispatcher({
    queue: "operations",
    ...CONCURRENCY.operations,
    handle: (data, entry) => runJob(PAYLOADS.operations.parse(data), stopping.signal, entry),
  });
  const deliveries = dispatchDeliveries();
  const syncs = new Dispatcher({
    queue: "syncs",
    ...CONCURRENCY.syncs,
    handle: (data, entry) => runSync(PAYLOADS.syncs.parse(data), entry),
  });
  const mails = new Dispatcher({
    queue: "mails",
    ...CONCURRENCY.mails,
    handle: (data) => sendMail(PAYLOADS.mails.parse(data)),
  });
  const readings = new Dispatcher({
    queue: "readings",
    ...CONCURRENCY.readings,
    handle: (data) => runReading(PAYLOADS.readings.parse(data)),
  });
  const changes = new Dispatcher({
    queue: "changes",
    ...CONCURRENCY.changes,
    handle: (data) => publishLater(PAYLOADS.changes.parse(data)),
  });
  const all = [syncs, readings, changes, operations, deliveries, mails];
  return {
    operations,
    deliveries,
    all,
    async stop() {
      const deadline = setTimeout(() => stopping.abort(), STOP_DEADLINE_MS - 1_000);
      await Promise.all(all.map((each) => each.stop(STOP_DEADLINE_MS)));
      clearTimeout(deadline);
    },
  };
}

/** Starts the workers and periodic tasks of this process, for its whole life. */
export async function startRunner(): Promise<Runner> {
  runnerMetrics();
  mailMetrics();
  const work = startDispatchers();
  const listener = listenForEntries();
  const upkeep = repeatedly(UPKEEP_MS, "the upkeep of the queues failed", queueUpkeep());
  const planning = startPlanning();
  const evenings = startEveningPackets();
  const sweeper = startOverdueSweeps();
  const unsettled = startUnsettledSweeps();
  const eventReadings = startEventReadings();
  const warnings = startEndpointWarnings();
  const webhookUpkeep = startWebhookUpkeep();
  const retention = startRetention();
  const chaining = startChaining();
  const directories = startDirectoryRefresh();
  return {
    async stop() {
      const sweeps = [sweeper, unsettled, eventReadings, webhookUpkeep, warnings];
      const tasks = [upkeep, planning, evenings, ...sweeps, retention, chaining, directories];
      const stopWork = async () => {
        await Promise.all(tasks.map((task) => task.stop()));
        await work.stop();
      };
      // At the same time, so that other workers at once look for what this one no longer takes, and a database that
      // is away does not delay the end.
      await Promise.all([listener.close(), stopWork()]);
    },
  };
}
