"use client";

import type { ReactNode } from "react";
import { AppointmentsPage } from "#components/appointments/appointments-page";
import { DocumentsPage } from "#components/documents/documents-page";
import { JobsView } from "#components/jobs/activity/jobs-view";
import { LinksStay } from "#components/ui/link-scope";
import type { EmbedView } from "#lib/kernel/embed-view";
import { AvailabilityView } from "./availability-view.tsx";
import { MemoryAdapter } from "./memory-adapter.tsx";

/** Views that need no particular record. */
const VIEWS: Partial<Record<EmbedView, () => ReactNode>> = {
  jobs: () => <JobsView />,
  appointments: () => <AppointmentsPage />,
  providers: () => <AvailabilityView providerId={null} />,
  documents: () => <DocumentsPage patientFilter={null} />,
};

/** A view as in a partner's page: no link leads away from it, and the console's URL stays. */
export function Preview({ view }: { view: EmbedView }) {
  return (
    <MemoryAdapter>
      <LinksStay>{VIEWS[view]?.()}</LinksStay>
    </MemoryAdapter>
  );
}
