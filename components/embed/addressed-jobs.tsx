"use client";

import { JobsView } from "#components/jobs/activity/jobs-view";
import { Addressed } from "./addressed.tsx";

/** The view of the list of jobs. */
export const AddressedJobs = () => (
  <Addressed>
    <JobsView />
  </Addressed>
);
