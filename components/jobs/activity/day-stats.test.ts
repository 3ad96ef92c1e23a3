import { expect, test } from "vitest";
import type { JobStat } from "#lib/job-record/model";
import { dayOfJobs } from "./day-stats.ts";

const NOW = Date.parse("2026-03-02T15:20:00Z");
const stat = (hour: string, status: JobStat["status"], count: number, p95: number | null, retried = 0): JobStat => ({
  hour,
  type: "payments:create",
  status,
  count,
  retried,
  duration_ms_median: p95,
  duration_ms_p95: p95,
});

test("a day has 24 hours up to the current one, even without jobs", () => {
  const { hours } = dayOfJobs([], NOW);
  expect(hours).toHaveLength(24);
  expect([hours[0]?.at, hours[23]?.at]).toEqual(["2026-03-01T16:00:00.000Z", "2026-03-02T15:00:00.000Z"]);
  expect(dayOfJobs([], NOW)).toMatchObject({ jobs: 0, failed: 0, withinMs: null });
});

test("counts of an hour are summed over types and statuses, with the maximum of their 95th percentiles", () => {
  const day = dayOfJobs(
    [
      stat("2026-03-02T14:00:00Z", "completed", 7, 900),
      stat("2026-03-02T14:00:00Z", "failed", 2, 4_000),
      stat("2026-03-02T15:00:00Z", "queued", 1, null),
      stat("2026-02-27T15:00:00Z", "failed", 9, 1),
    ],
    NOW,
  );
  expect(day.hours[22]).toMatchObject({ jobs: 9, failed: 2, withinMs: 4_000 });
  expect(day.hours[23]).toMatchObject({ jobs: 1, failed: 0, withinMs: null });
  expect(day).toMatchObject({ jobs: 10, failed: 2, withinMs: 4_000 });
});

test("a failure that another job retries is not counted as a failure", () => {
  const day = dayOfJobs([stat("2026-03-02T15:00:00Z", "failed", 3, 900, 2)], NOW);
  expect(day).toMatchObject({ jobs: 3, failed: 1 });
});
