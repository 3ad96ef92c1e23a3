import type { JobStanding } from "#lib/job-record/model";

/** Returns a job's standing, queued by default. */
export const standing = (change: Partial<JobStanding> = {}): JobStanding => ({
  version: 0,
  state: "queued",
  retrying: false,
  doubt: null,
  needs_person: false,
  received: false,
  ...change,
});
