"use client";

import { Addressed } from "./addressed.tsx";
import { JobView, type JobViewProps } from "./job-view.tsx";

/** The view of one job's panel. */
export const AddressedJob = (props: JobViewProps) => (
  <Addressed>
    <JobView {...props} />
  </Addressed>
);
