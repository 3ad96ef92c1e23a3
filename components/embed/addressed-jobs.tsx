"use client";

import { JobsView } from "#components/jobs/activity/jobs-view";
import { Addressed } from "./addressed.tsx";

/** A list of jobs, by itself. */
export const AddressedJobs = () => (
  <Addressed>
    <JobsView />
  </Addressed>
);
