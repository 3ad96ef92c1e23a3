"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { OperationDrawer } from "#components/forms/operation-drawer";
import { StreamState } from "#components/live/stream-state";
import { Skeleton } from "#components/ui/skeleton";
import { useStreamState } from "#lib/client/live-state";
import type { EmbedSessionModel, EmbedView } from "#lib/models/embed";
import { EmbedProvider, type EmbedProviderProps } from "./embed-provider.tsx";
import { openWith } from "./memory-adapter.tsx";
import { useContentSize } from "./use-content-size.ts";

const Loading = () => (
  <div role="status" aria-label="Loading" className="p-5">
    <Skeleton className="h-32 w-full" />
  </div>
);
const JobsView = dynamic(() => import("#components/activity/jobs-view").then((module) => module.JobsView), {
  ssr: false,
  loading: Loading,
});
const JobView = dynamic(() => import("./job-view.tsx").then((module) => module.JobView), {
  ssr: false,
  loading: Loading,
});
const OperationView = dynamic(() => import("./operation-view.tsx").then((module) => module.OperationView), {
  ssr: false,
  loading: Loading,
});
const AvailabilityView = dynamic(() => import("./availability-view.tsx").then((one) => one.AvailabilityView), {
  ssr: false,
  loading: Loading,
});
const AppointmentsPage = dynamic(
  () => import("#components/appointments/appointments-page").then((module) => module.AppointmentsPage),
  { ssr: false, loading: Loading },
);
const DocumentsPage = dynamic(
  () => import("#components/documents/documents-page").then((module) => module.DocumentsPage),
  { ssr: false, loading: Loading },
);

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Each view, as its parameters say. */
const VIEWS: Record<EmbedView, (parameters: Record<string, unknown>) => ReactNode> = {
  jobs: () => <JobsView />,
  job: ({ job_id }) => <JobView jobId={Number(job_id)} />,
  appointments: () => <AppointmentsPage />,
  providers: ({ provider_id }) => <AvailabilityView providerId={text(provider_id) ?? null} />,
  documents: () => <DocumentsPage patientFilter={null} />,
  operation: ({ operation, values, patient_mrn }) => (
    <OperationView
      operationId={String(operation)}
      values={{ ...(patient_mrn ? { patient_mrn } : {}), ...(values as Record<string, unknown> | undefined) }}
    />
  ),
};

/** What a view's filters begin with, by the names of the console's addresses. */
const BEGINNINGS: Partial<
  Record<EmbedView, (parameters: Record<string, unknown>) => Record<string, string | undefined>>
> = {
  jobs: ({ patient_mrn, type, status }) => ({ patient: text(patient_mrn), type: text(type), status: text(status) }),
  appointments: ({ patient_mrn, provider_ehr_id, location_id, status }) => ({
    patient_mrn: text(patient_mrn),
    provider_ehr_id: text(provider_ehr_id),
    location_id: text(location_id),
    status: text(status),
  }),
  documents: ({ patient_mrn, referral_id, document_id }) => ({
    patient_mrn: text(patient_mrn),
    referral_id: text(referral_id),
    document: text(document_id),
  }),
};

/** They fill the height that they are given: what they draw follows the frame, and not the frame what they draw. */
const FILLS = new Set<EmbedView>(["appointments", "documents"]);
const FILLED_PX = 680;
const LEAST_PX = 160;

/** A lost connection is said; a live one, and the first one on its way, need no word. */
function Connection() {
  const state = useStreamState();
  const [wasLive, setWasLive] = useState(false);
  if (state === "live" && !wasLive) setWasLive(true);
  if (state === "live" || (state === "reconnecting" && !wasLive)) return null;
  return (
    <div className="flex justify-end border-t border-line px-4 py-1.5">
      <StreamState />
    </div>
  );
}

function View({ session, link }: Pick<EmbedProviderProps, "session" | "link">) {
  const content = useRef<HTMLDivElement>(null);
  const { view, parameters, permissions } = session;
  useContentSize(link, content, FILLS.has(view) ? FILLED_PX : LEAST_PX);
  useEffect(() => link.send({ type: "event", name: "ready", detail: { view } }), [link, view]);
  return (
    <div ref={content} className="group/frame">
      <main className="lg:group-has-data-drawer/frame:pr-drawer">{VIEWS[view](parameters)}</main>
      {permissions.includes("events:read") ? <Connection /> : null}
      <OperationDrawer />
    </div>
  );
}

const beginning = ({ view, parameters }: EmbedSessionModel) => BEGINNINGS[view]?.(parameters) ?? {};

/** The view that a session was made for. */
export function ShownView(props: Omit<EmbedProviderProps, "children">) {
  // Before the first drawing: the view reads it as it begins.
  useState(() => openWith(beginning(props.session)));
  return (
    <EmbedProvider {...props}>
      <View session={props.session} link={props.link} />
    </EmbedProvider>
  );
}
