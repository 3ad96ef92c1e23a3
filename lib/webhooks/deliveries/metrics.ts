import { sql } from "drizzle-orm";
import { Counter, Gauge, Histogram } from "prom-client";
import { withoutTenant } from "#lib/db/without-tenant";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";
import type { Outcome } from "./send.ts";

type TargetKind = "inbox" | "callback" | "endpoint";

/** Prometheus scrapes every process every few seconds; the database is queried at most once in this time. */
const COUNTED_FOR_MS = 5_000;

interface Counts extends Record<string, unknown> {
  held: string;
  retrying: string;
  oldest_retry_seconds: number;
  endpoints_disabled: string;
}

const COUNTS = sql`
  SELECT coalesce(sum(held), 0) AS held, coalesce(sum(retrying), 0) AS retrying,
    coalesce(max(oldest_retry_seconds), 0) AS oldest_retry_seconds, coalesce(sum(endpoints_disabled), 0) AS endpoints_disabled
  FROM list_organizations() CROSS JOIN LATERAL count_deliveries(organization_id)`;

function countsReader(): () => Promise<Counts> {
  let last: { at: number; counts: Promise<Counts> } | null = null;
  const count = async () => {
    const [row] = await withoutTenant<Counts>(COUNTS);
    if (!row) throw new Error("Deliveries could not be counted");
    return row;
  };
  return () => {
    if (!last || performance.now() - last.at > COUNTED_FOR_MS) last = { at: performance.now(), counts: count() };
    return last.counts;
  };
}

function makeMetrics() {
  const registers = [metrics()];
  const attempts = new Counter({
    name: "crc_delivery_attempts_total",
    help: "Attempts to deliver an event, by kind of target and by outcome",
    labelNames: ["target", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "crc_delivery_duration_seconds",
    help: "Duration of attempts to deliver an event, by kind of target",
    labelNames: ["target"],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 15],
    registers,
  });
  const counts = countsReader();
  const gauges = {
    crc_deliveries_held: ["Deliveries held for disabled endpoints", "held"],
    crc_delivery_retries_waiting: ["Deliveries that failed and wait to be tried again", "retrying"],
    crc_delivery_oldest_retry_seconds: [
      "Age of the oldest delivery that waits to be tried again",
      "oldest_retry_seconds",
    ],
    crc_webhook_endpoints_disabled: ["Webhook endpoints that are disabled", "endpoints_disabled"],
  } as const;
  for (const [name, [help, column]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // The other metrics are reported even if the database does not answer.
        this.set(
          await counts().then(
            (row) => Number(row[column]),
            () => Number.NaN,
          ),
        );
      },
    });
  }
  return { attempts, seconds };
}

/** Returns the metrics of deliveries, created on first use, which in a serving process is before the first delivery. */
export const deliveryMetrics = () => singleton("delivery-metrics", makeMetrics);

/** `succeeded`, `http_4xx` and the like, `timed_out`, `refused`, `connection_failed`. */
function outcomeLabel(outcome: Outcome): string {
  if (outcome.kind === "failed") return "connection_failed";
  if (outcome.kind !== "answered") return outcome.kind;
  const hundred = Math.floor(outcome.statusCode / 100);
  return hundred === 2 ? "succeeded" : `http_${hundred}xx`;
}

/** Counts an attempt at a delivery by its kind of target and how it ended. */
export function countAttempt(target: TargetKind, outcome: Outcome): void {
  const { attempts, seconds } = deliveryMetrics();
  attempts.inc({ target, outcome: outcomeLabel(outcome) });
  seconds.observe({ target }, outcome.durationMs / 1000);
}
