import { and, eq, gte, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { job } from "#lib/db/schema";
import { createdInOrder, moment } from "#lib/definitions/filters";
import { defineQuery } from "#lib/definitions/query";
import { jobStatModel } from "#lib/job-record/model";
import { present } from "#lib/kernel/clock";
import { isRetried } from "./retried.ts";

const HOURS = 24;

const duration = sql`extract(epoch FROM ${job.finishedAt} - ${job.createdAt}) * 1000`;
const percentile = (share: number) =>
  sql<number | null>`round(percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${duration}))::integer`;

/** GET /jobs/stats: the number of jobs accepted per hour, by type and status, with their durations. */
export const getJobStats = defineQuery({
  path: "/jobs/stats",
  embed: "account",
  summary: "Counts and durations of jobs by hour, type and status",
  permission: "jobs:read",
  patientData: false,
  query: z
    .object({
      created_after: moment.describe(`Default: ${HOURS} hours ago`),
      created_before: moment.describe("Default: now; on or after `created_after`"),
    })
    .check(createdInOrder),
  body: z.object({ stats: z.array(jobStatModel).describe("Without empty entries, oldest hour first") }),
  async read({ tx, linkedAccountId, query }) {
    const until = query.created_before ? new Date(query.created_before) : present();
    const from = query.created_after
      ? new Date(query.created_after)
      : // Computed by PostgreSQL, which supports dates before the year 1.
        sql`${until.toISOString()}::timestamptz - make_interval(hours => ${HOURS})`;
    const hour = sql<Date>`date_trunc('hour', ${job.createdAt})`;
    const rows = await tx
      .select({
        hour: sql<string>`to_char(${hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        type: job.type,
        status: job.status,
        count: sql<number>`count(*)::integer`,
        retried: sql<number>`(count(*) FILTER (WHERE ${isRetried}))::integer`,
        duration_ms_median: percentile(0.5),
        duration_ms_p95: percentile(0.95),
      })
      .from(job)
      .where(and(eq(job.linkedAccountId, linkedAccountId), gte(job.createdAt, from), lte(job.createdAt, until)))
      .groupBy(hour, job.type, job.status)
      .orderBy(hour, job.type, job.status);
    return { stats: rows };
  },
});
