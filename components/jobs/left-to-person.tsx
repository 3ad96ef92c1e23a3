"use client";

import dynamic from "next/dynamic";
import { Banner } from "#components/ui/banner";
import { Skeleton } from "#components/ui/skeleton";
import { type JobTypeSummary, useMay } from "#lib/browser/session/account";
import type { JobDetailModel, JobStanding } from "#lib/job-record/model";
import { doubtTitle } from "./doubt-words.tsx";
import { asSentence } from "./field-words.ts";
import type { JobStory } from "./job-story.ts";
import { words } from "./words.ts";

/** Loads the form's schema on demand: few panels need it. */
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

/** Shows why a job cannot be settled automatically, and the form that settles it for users with that permission. */
export function LeftToPerson({ job, standing, story, effect }: LeftToPersonProps) {
  const maySettle = useMay("jobs:reconcile");
  return (
    <>
      <Banner tone="warning" title={doubtTitle(standing.doubt)}>
        {job.waiting_reason ? `${asSentence(job.waiting_reason)}. ` : null}
        {words.leftToPerson}
        {maySettle ? null : ` ${words.adminCanSettle}`}
      </Banner>
      {maySettle ? (
        <div data-held-list="" className="flex flex-col gap-5">
          <SettleJob job={job} story={story} effect={effect} />
        </div>
      ) : null}
    </>
  );
}
