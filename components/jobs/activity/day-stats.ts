import type { JobStat } from "#lib/job-record/model";

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** The jobs accepted within one hour. */
export interface HourOfJobs {
  /** Start of the hour, ISO 8601. */
  at: string;
  jobs: number;
  /** Failed jobs that no other job retries. */
  failed: number;
  /** 95th percentile of the durations in milliseconds; null if no job has ended. */
  withinMs: number | null;
}

/** The last day: its hours, oldest first, and their totals. */
export interface DayOfJobs {
  hours: HourOfJobs[];
  jobs: number;
  failed: number;
  withinMs: number | null;
}

/**
 * Returns the maximum of several groups' 95th percentiles, an upper bound for that of all their jobs. Null if no group
 * has one.
 */
const enoughFor = (times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Groups the counts by type and status (GET /jobs/stats) into 24 hours, the last of which contains `now`. */
export function dayOfJobs(stats: readonly JobStat[], now: number): DayOfJobs {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  const byHour = Map.groupBy(stats, ({ hour }) => Date.parse(hour));
  const hours = Array.from({ length: HOURS }, (_, index): HourOfJobs => {
    const begins = current - (HOURS - 1 - index) * HOUR_MS;
    const groups = byHour.get(begins) ?? [];
    const failed = groups.filter(({ status }) => status === "failed");
    return {
      at: new Date(begins).toISOString(),
      jobs: groups.reduce((total, { count }) => total + count, 0),
      failed: failed.reduce((total, { count, retried }) => total + count - retried, 0),
      withinMs: enoughFor(groups.map(({ duration_ms_p95 }) => duration_ms_p95)),
    };
  });
  return {
    hours,
    jobs: hours.reduce((total, { jobs }) => total + jobs, 0),
    failed: hours.reduce((total, { failed }) => total + failed, 0),
    withinMs: enoughFor(hours.map(({ withinMs }) => withinMs)),
  };
}
