import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { hexId } from "#lib/db/hex-id";
import { delivery, deliveryAttempt, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { zoneOf } from "#lib/definitions/account-time";
import { defineQuery } from "#lib/definitions/query";
import { present } from "#lib/kernel/clock";
import { disablesAt } from "./failing.ts";
import { type WebhookHealthModel, webhookHealthModel } from "./health-model.ts";
import { isOwn } from "./owned.ts";
import { isVisible } from "./scope.ts";

/** The parts of each span, including the present one. */
const SPANS = { day: { unit: "hour", parts: 24 }, week: { unit: "day", parts: 7 } } as const;

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
const isTaken = sql`${deliveryAttempt.statusCode} BETWEEN 200 AND 299`;

const figures = {
  attempts: sql<number>`count(*)::integer`,
  succeeded: sql<number>`(count(*) FILTER (WHERE ${isTaken}))::integer`,
  duration_ms_median: percentile(0.5),
  duration_ms_p95: percentile(0.95),
};

function percentile(share: number) {
  const at = sql.raw(String(share));
  return sql<
    number | null
  >`round(percentile_cont(${at}) WITHIN GROUP (ORDER BY ${deliveryAttempt.durationMs}))::integer`;
}

const NONE = { attempts: 0, succeeded: 0, duration_ms_median: null, duration_ms_p95: null };

/** Returns the beginnings of the span's parts by the account's time zone, oldest first. */
async function startsOf(
  tx: Transaction,
  zone: ReturnType<typeof zoneOf>,
  { unit, parts }: (typeof SPANS)["day" | "week"],
) {
  const one = sql.raw(`interval '1 ${unit}'`);
  const { rows } = await tx.execute<{ start: string }>(
    sql`SELECT to_char(part AT TIME ZONE zone AT TIME ZONE 'UTC', ${sql.raw(ISO)}) AS start
        FROM (SELECT ${zone} AS zone) AS account,
             date_trunc(${unit}, now() AT TIME ZONE zone) AS newest,
             generate_series(newest - ${one} * ${parts - 1}, newest, ${one}) AS part
        ORDER BY part`,
  );
  return rows.map(({ start }) => start);
}

/**
 * Returns the attempts by endpoint and part of the span, and by endpoint over the whole span in rows without `start`.
 */
function figuresSince(tx: Transaction, zone: ReturnType<typeof zoneOf>, unit: "hour" | "day", since: string) {
  const part = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${deliveryAttempt.at} AT TIME ZONE zone.name) AT TIME ZONE zone.name`;
  return tx
    .select({
      endpointId: hexId(deliveryAttempt.endpointId),
      start: sql<string | null>`to_char(${part} AT TIME ZONE 'UTC', ${sql.raw(ISO)})`,
      ...figures,
    })
    .from(deliveryAttempt)
    .innerJoin(sql`(SELECT ${zone} AS name) AS zone`, sql`true`)
    .where(and(sql`${deliveryAttempt.endpointId} IS NOT NULL`, sql`${deliveryAttempt.at} >= ${since}::timestamptz`))
    .groupBy(sql`GROUPING SETS ((${deliveryAttempt.endpointId}, ${part}), (${deliveryAttempt.endpointId}))`);
}

const lastFailures = (tx: Transaction) =>
  tx
    .selectDistinctOn([deliveryAttempt.endpointId], {
      endpointId: hexId(deliveryAttempt.endpointId),
      at: deliveryAttempt.at,
      eventId: delivery.eventId,
      statusCode: deliveryAttempt.statusCode,
      error: deliveryAttempt.error,
    })
    .from(deliveryAttempt)
    .innerJoin(delivery, eq(delivery.id, deliveryAttempt.deliveryId))
    .where(
      and(
        sql`${deliveryAttempt.endpointId} IS NOT NULL`,
        gt(deliveryAttempt.at, sql`now() - interval '7 days'`),
        sql`(${deliveryAttempt.statusCode} IS NULL OR NOT ${isTaken})`,
      ),
    )
    .orderBy(deliveryAttempt.endpointId, sql`${deliveryAttempt.at} DESC`);

const waiting = (tx: Transaction, linkedAccountId: string) =>
  tx
    .select({ endpointId: delivery.endpointId, status: delivery.status, count: sql<number>`count(*)::integer` })
    .from(delivery)
    .where(
      and(
        eq(delivery.linkedAccountId, linkedAccountId),
        sql`${delivery.status} IN ('pending', 'held')`,
        sql`${delivery.endpointId} IS NOT NULL`,
      ),
    )
    .groupBy(delivery.endpointId, delivery.status);

/** GET /webhook-endpoints/health: each endpoint of the account, oldest first, over the last 24 hours or seven days. */
export const getWebhookHealth = defineQuery({
  path: "/webhook-endpoints/health",
  embed: "owner",
  summary: "Health of the account's webhook endpoints: successes, latency and pending deliveries",
  permission: "webhook-endpoints:read",
  patientData: false,
  query: z.object({
    span: z
      .enum(["day", "week"], { error: "must be one of day, week" })
      .default("day")
      .describe("24 hours by hour, or seven days by day, in the account's time zone"),
  }),
  body: z.object({ webhook_endpoint_health: z.array(webhookHealthModel) }),
  async read({ tx, linkedAccountId, actor, embed, query: { span } }) {
    const zone = zoneOf(linkedAccountId);
    const { unit } = SPANS[span];
    const starts = await startsOf(tx, zone, SPANS[span]);
    const [endpoints, rows, failures, counts] = await Promise.all([
      tx
        .select()
        .from(webhookEndpoint)
        .where(and(isVisible({ actor, linkedAccountId }), isOwn(embed)))
        .orderBy(webhookEndpoint.id),
      figuresSince(tx, zone, unit, starts[0] ?? ""),
      lastFailures(tx),
      waiting(tx, linkedAccountId),
    ]);
    const figuresOf = new Map(
      rows.map(({ endpointId, start, ...found }) => [`${endpointId} ${start ?? "all"}`, found] as const),
    );
    const countOf = (endpointId: string, status: string) =>
      counts.find((row) => row.endpointId === endpointId && row.status === status)?.count ?? 0;
    const failureOf = (endpointId: string): WebhookHealthModel["last_failure"] => {
      const found = failures.find((failure) => failure.endpointId === endpointId);
      if (!found) return null;
      const { at, eventId, statusCode, error } = found;
      return { at: at.toISOString(), event_id: eventId, status_code: statusCode, error };
    };
    const health = endpoints.map(({ id, status, failingSince, previousSecretUntil }): WebhookHealthModel => {
      const both = previousSecretUntil && previousSecretUntil > present() ? previousSecretUntil : null;
      return {
        endpoint_id: id,
        held: countOf(id, "held"),
        waiting: countOf(id, "pending"),
        failing_since: failingSince?.toISOString() ?? null,
        disables_at: failingSince && status === "enabled" ? disablesAt(failingSince).toISOString() : null,
        previous_secret_until: both?.toISOString() ?? null,
        ...(figuresOf.get(`${id} all`) ?? NONE),
        last_failure: failureOf(id),
        parts: starts.map((start) => ({ start, ...(figuresOf.get(`${id} ${start}`) ?? NONE) })),
      };
    });
    return { webhook_endpoint_health: health };
  },
});
