"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AppointmentsPage } from "#components/appointments/appointments-page";
import { DocumentsPage } from "#components/documents/documents-page";
import { OperationForm } from "#components/forms/operation-form";
import { JobsView } from "#components/jobs/activity/jobs-view";
import { EmptyState } from "#components/ui/empty-state";
import { LinksStay } from "#components/ui/link-scope";
import { WebhooksPage } from "#components/webhooks/webhooks-page";
import { jobList } from "#lib/browser/api/jobs";
import { NO_OPENING } from "#lib/browser/drafts/opening";
import { canStart, useAccount, useAccountId, useOperations } from "#lib/browser/session/account";
import type { EmbedView } from "#lib/kernel/embed-view";
import { AvailabilityView } from "./availability-view.tsx";
import { BookingView } from "./booking/booking-view.tsx";
import { JobView } from "./job-view.tsx";
import { MemoryAdapter } from "./memory-adapter.tsx";
import { ViewLoading } from "./view-loading.tsx";
import { words } from "./words.ts";

/** The account's newest job. */
function NewestJob() {
  const { data, isPending } = useInfiniteQuery(jobList(useAccountId(), {}, 1));
  const job = data?.pages[0]?.jobs[0];
  if (job) return <JobView jobId={job.job_id} />;
  return isPending ? <ViewLoading /> : <EmptyState title={words.noJobs}>{words.noJobsHint}</EmptyState>;
}

/** The form of the first operation that the account can start, and its job once it was sent. */
function FirstForm() {
  const account = useAccount();
  const first = useOperations().find((operation) => canStart(account, operation));
  const [jobId, setJobId] = useState<number | null>(null);
  if (jobId !== null) return <JobView jobId={jobId} />;
  if (!first) return <EmptyState title={words.nothingToSend}>{words.noForm}</EmptyState>;
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 bg-surface px-4 pt-5 pb-4">
      <h3 className="text-xl font-semibold">{first.title}</h3>
      <OperationForm operationId={first.id} onPage={NO_OPENING} onAccepted={setJobId} />
    </div>
  );
}

/** The views with a record to show: the newest job, the first form. */
const VIEWS: Partial<Record<EmbedView, () => ReactNode>> = {
  jobs: () => <JobsView />,
  job: () => <NewestJob />,
  appointments: () => <AppointmentsPage />,
  providers: () => <AvailabilityView providerId={null} />,
  documents: () => <DocumentsPage patientFilter={null} />,
  operation: () => <FirstForm />,
  webhooks: () => <WebhooksPage />,
  booking: () => <BookingView patientMrn={null} />,
};

/** A view as in a partner's page: no link leads away from it, and the console's URL stays. */
export function Preview({ view }: { view: EmbedView }) {
  return (
    <MemoryAdapter>
      <LinksStay>{VIEWS[view]?.()}</LinksStay>
    </MemoryAdapter>
  );
}
