import type { JobStat } from "#lib/jobs/record/model";

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** What was accepted within one hour. */
export interface HourOfJobs {
  /** When it begins, ISO 8601. */
  at: string;
  jobs: number;
  failed: number;
  /** So many milliseconds were enough for 95 % of them; null where none has ended. */
  withinMs: number | null;
}

/** The last day: its hours, oldest first, and all of them together. */
export interface DayOfJobs {
  hours: HourOfJobs[];
  jobs: number;
  failed: number;
  withinMs: number | null;
}

/**
 * The longest of several groups' 95th percentiles: of all their jobs together at least 95 % took no longer. Null where
 * no group has one.
 */
const enoughFor = (times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Puts the counts by type and status (GET /jobs/stats) together by hour: the 24 up to and with that of `now`. */
export function dayOfJobs(stats: readonly JobStat[], now: number): DayOfJobs {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  const byHour = Map.groupBy(stats, ({ hour }) => Date.parse(hour));
  const hours = Array.from({ length: HOURS }, (_, index): HourOfJobs => {
    const begins = current - (HOURS - 1 - index) * HOUR_MS;
    const groups = byHour.get(begins) ?? [];
    const sum = (chosen: readonly JobStat[]) => chosen.reduce((total, { count }) => total + count, 0);
    return {
      at: new Date(begins).toISOString(),
      jobs: sum(groups),
      failed: sum(groups.filter(({ status }) => status === "failed")),
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
