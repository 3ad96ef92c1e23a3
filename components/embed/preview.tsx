"use client";

import type { ReactNode } from "react";
import { AppointmentsPage } from "#components/appointments/appointments-page";
import { DocumentsPage } from "#components/documents/documents-page";
import { JobsView } from "#components/jobs/activity/jobs-view";
import { LinksStay } from "#components/ui/link-scope";
import type { EmbedView } from "#lib/administration/embedding/model";
import { AvailabilityView } from "./availability-view.tsx";
import { MemoryAdapter } from "./memory-adapter.tsx";

/** The views that can be looked at without being about one record. */
const VIEWS: Partial<Record<EmbedView, () => ReactNode>> = {
  jobs: () => <JobsView />,
  appointments: () => <AppointmentsPage />,
  providers: () => <AvailabilityView providerId={null} />,
  documents: () => <DocumentsPage patientFilter={null} />,
};

/** A view as it stands in a partner's page: nothing leads away from it, and the address stays the console's. */
export function Preview({ view }: { view: EmbedView }) {
  return (
    <MemoryAdapter>
      <LinksStay>{VIEWS[view]?.()}</LinksStay>
    </MemoryAdapter>
  );
}
