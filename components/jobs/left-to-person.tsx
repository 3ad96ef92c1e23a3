"use client";

import dynamic from "next/dynamic";
import { Banner } from "#components/ui/banner";
import { Skeleton } from "#components/ui/skeleton";
import { type JobTypeSummary, useMay } from "#lib/browser/session/account";
import type { JobDetailModel, JobStanding } from "#lib/jobs/record/model";
import { doubtTitle } from "./doubt-words.tsx";
import { asSentence } from "./field-words.ts";
import type { JobStory } from "./job-story.ts";

/** Brings the form's schema along, which few panels need. */
const SettleJob = dynamic(() => import("./settle-job.tsx").then((module) => module.SettleJob), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

interface LeftToPersonProps {
  job: JobDetailModel;
  standing: JobStanding;
  story: JobStory;
  effect: JobTypeSummary["effect"];
}

/** A job that cannot be settled by itself: why, and the way to settle it for those who may. */
export function LeftToPerson({ job, standing, story, effect }: LeftToPersonProps) {
  const maySettle = useMay("jobs:reconcile");
  return (
    <>
      <Banner tone="warning" title={doubtTitle(standing.doubt)}>
        {job.waiting_reason ? `${asSentence(job.waiting_reason)}. ` : null}
        It is not tried again by itself, and nobody was told of an outcome yet.
        {maySettle ? null : " An admin can settle it, in the console under To reconcile."}
      </Banner>
      {maySettle ? <SettleJob job={job} story={story} effect={effect} /> : null}
    </>
  );
}
