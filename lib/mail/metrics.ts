import { sql } from "drizzle-orm";
import { Counter, Gauge } from "prom-client";
import { withoutTenant } from "#lib/db/without-tenant";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";
import type { Sent } from "./smtp.ts";

interface Waiting extends Record<string, unknown> {
  queued: string;
  oldest_seconds: number;
}

/** Asks each organization separately. */
const WAITING = sql`
  SELECT coalesce(sum(queued), 0) AS queued, coalesce(max(oldest_seconds), 0) AS oldest_seconds
  FROM list_organizations() CROSS JOIN LATERAL count_mails(organization_id)`;

const GAUGES = {
  crc_mails_queued: ["Mails that wait to be sent or to be tried again", "queued"],
  crc_mail_oldest_queued_seconds: ["Age of the oldest mail that waits", "oldest_seconds"],
} as const;

function makeMetrics() {
  const registers = [metrics()];
  for (const [name, [help, column]] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // The other metrics are reported even if the database does not answer.
        const [row] = await withoutTenant<Waiting>(WAITING).catch(() => []);
        this.set(Number(row?.[column] ?? Number.NaN));
      },
    });
  }
  return {
    attempts: new Counter({
      name: "crc_mail_attempts_total",
      help: "Attempts to send a mail, by outcome: sent, refused, passing",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

/** Returns the metrics of mails, created on first use, which a process that sends makes as it starts. */
export const mailMetrics = () => singleton("mail-metrics", makeMetrics);

/** Counts how an attempt at a mail ended: `sent`, `refused` for good, or `passing`, after which it is tried again. */
export const countAttempt = (outcome: Sent["kind"]): void => mailMetrics().attempts.inc({ outcome });
