import type { JobStanding } from "#lib/jobs/record/model";

/** Where a job stands, queued unless said otherwise. */
export const standing = (change: Partial<JobStanding> = {}): JobStanding => ({
  version: 0,
  state: "queued",
  retrying: false,
  doubt: null,
  needs_person: false,
  received: false,
  ...change,
});
