"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import { FormSkeleton } from "#components/forms/form-skeleton";
import { StreamState } from "#components/jobs/stream-state";
import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { followsStream } from "#lib/browser/embed/follows-stream";
import { useStreamState } from "#lib/browser/live/live-state";
import type { FormOutline } from "#lib/definitions/operation";
import type { EmbedView } from "#lib/kernel/embed-view";
import { EmbedProvider, type EmbedProviderProps } from "./embed-provider.tsx";
import { useContentSize } from "./use-content-size.ts";
import { openWith } from "./view-address.ts";
import { ViewLoading } from "./view-loading.tsx";
import { ViewPrinting } from "./view-printing.tsx";

const Jobs = dynamic(() => import("./addressed-jobs.tsx").then((module) => module.AddressedJobs), {
  ssr: false,
  loading: ViewLoading,
});
const Job = dynamic(() => import("./addressed-job.tsx").then((module) => module.AddressedJob), {
  ssr: false,
  loading: ViewLoading,
});
const Availability = dynamic(
  () => import("./addressed-availability.tsx").then((module) => module.AddressedAvailability),
  { ssr: false, loading: ViewLoading },
);
const Appointments = dynamic(
  () => import("./addressed-appointments.tsx").then((module) => module.AddressedAppointments),
  { ssr: false, loading: ViewLoading },
);
const Documents = dynamic(() => import("./addressed-documents.tsx").then((module) => module.AddressedDocuments), {
  ssr: false,
  loading: ViewLoading,
});
const Webhooks = dynamic(() => import("./addressed-webhooks.tsx").then((module) => module.AddressedWebhooks), {
  ssr: false,
  loading: ViewLoading,
});
const Booking = dynamic(() => import("./booking/booking-main.tsx").then((module) => module.BookingMain), {
  ssr: false,
  loading: ViewLoading,
});
const OperationView = dynamic(() => import("./operation-view.tsx").then((module) => module.OperationView), {
  ssr: false,
  loading: () => (
    <main className="p-5">
      <FormSkeleton />
    </main>
  ),
});

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The component of each view with its parameters. */
const VIEWS: Record<EmbedView, (parameters: Record<string, unknown>, forms: readonly FormOutline[]) => ReactNode> = {
  jobs: () => <Jobs />,
  job: ({ job_id }) => <Job jobId={Number(job_id)} />,
  appointments: () => <Appointments />,
  providers: ({ provider_id }) => <Availability providerId={text(provider_id) ?? null} />,
  documents: () => <Documents />,
  operation: ({ operation, values, patient_mrn }, forms) => {
    const outline = forms.find(({ id }) => id === operation);
    const named = outline?.path.includes("{mrn}") ? "mrn" : "patient_mrn";
    return (
      <OperationView
        operationId={String(operation)}
        outline={outline}
        values={{
          ...(patient_mrn ? { [named]: patient_mrn } : {}),
          ...(values as Record<string, unknown> | undefined),
        }}
      />
    );
  },
  webhooks: () => <Webhooks />,
  booking: ({ patient_mrn }) => <Booking patientMrn={text(patient_mrn) ?? null} />,
};

/** Initial filters of a view, by their names in the console's URL. */
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

/** Views that fill the frame's height; the height of all others follows their content. */
const FILLS = new Set<EmbedView>(["appointments", "documents"]);
const FILLED_PX = 680;
const MIN_PX = 160;

/** Shows a lost connection. A live one and the first attempt are not shown. */
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

function View({ session, link, forms }: Pick<ShownViewProps, "session" | "link" | "forms">) {
  const content = useRef<HTMLDivElement>(null);
  const { view, parameters } = session;
  // Renders everything again when the locale changes.
  useLocale();
  useContentSize(link, content, FILLS.has(view) ? FILLED_PX : MIN_PX);
  useEffect(() => link.send({ type: "event", name: "ready", detail: { view } }), [link, view]);
  return (
    <div ref={content} className="group/frame">
      {VIEWS[view](parameters, forms)}
      <ViewPrinting view={view} />
      {followsStream(session) ? <Connection /> : null}
    </div>
  );
}

const beginning = ({ view, parameters }: EmbedSessionModel) => BEGINNINGS[view]?.(parameters) ?? {};

interface ShownViewProps extends Omit<EmbedProviderProps, "children"> {
  /** The form of every operation. */
  forms: readonly FormOutline[];
}

/** Shows the view of a session. */
export function ShownView({ forms, ...props }: ShownViewProps) {
  // Must run before the first render, because the view reads it then.
  useState(() => openWith(beginning(props.session)));
  return (
    <EmbedProvider {...props}>
      <View session={props.session} link={props.link} forms={forms} />
    </EmbedProvider>
  );
}
