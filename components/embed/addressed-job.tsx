"use client";

import { Addressed } from "./addressed.tsx";
import { JobView, type JobViewProps } from "./job-view.tsx";

/** One job's panel, by itself. */
export const AddressedJob = (props: JobViewProps) => (
  <Addressed>
    <JobView {...props} />
  </Addressed>
);
