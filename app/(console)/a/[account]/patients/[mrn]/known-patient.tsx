"use client";

import dynamic from "next/dynamic";
import { PatientOverview } from "#components/patients/overview/patient-overview";
import { countOf, usePatientRecords } from "#components/patients/overview/use-patient-records.ts";
import { PatientPage } from "#components/patients/patient-page";
import { words } from "#components/patients/words.ts";
import { StartMenu } from "#components/shell/start-menu";
import { Section } from "#components/ui/section";
import { TableSkeleton } from "#components/ui/table-skeleton";

const loading = () => <TableSkeleton label={words.loading} />;

const VisitStatus = dynamic(
  () => import("#components/appointments/status/visit-status").then((part) => part.VisitStatus),
  { ssr: false },
);
// The code of each tab but the first loads when the tab is opened.
const PatientAppointments = dynamic(
  () => import("#components/appointments/patient-appointments").then((part) => part.PatientAppointments),
  { loading },
);
const PatientClaims = dynamic(() => import("#components/claims/patient-claims").then((part) => part.PatientClaims), {
  loading,
});
const PatientReferrals = dynamic(
  () => import("#components/referrals/patient-referrals").then((part) => part.PatientReferrals),
  { loading },
);
const PatientWritten = dynamic(
  () => import("#components/patients/written/patient-written").then((part) => part.PatientWritten),
  { loading },
);
const PatientRecalls = dynamic(
  () => import("#components/recalls/patient-recalls").then((part) => part.PatientRecalls),
  {
    loading,
  },
);
const PatientDocuments = dynamic(
  () => import("#components/documents/patient-documents").then((part) => part.PatientDocuments),
  { loading },
);
const PatientJobs = dynamic(() => import("#components/jobs/activity/patient-jobs").then((part) => part.PatientJobs), {
  loading,
});

/** Shows an overview of a patient and all of their records, in tabs. */
export function KnownPatient({ mrn }: { mrn: string }) {
  const records = usePatientRecords(mrn);
  const { visits, claims, payments, referrals, documents, recalls, tasks, notes, visitNotes, orders, services, jobs } =
    records;
  const sent = jobs.data?.pages[0]?.total;
  return (
    <PatientPage
      mrn={mrn}
      actions={<StartMenu mrn={mrn} />}
      sections={[
        { id: "overview", name: words.overview, content: <PatientOverview mrn={mrn} VisitStatus={VisitStatus} /> },
        {
          id: "appointments",
          name: words.appointments,
          count: countOf(visits),
          content: <PatientAppointments mrn={mrn} />,
        },
        {
          id: "claims",
          name: words.billing,
          count: countOf(claims, payments),
          also: ["payments"],
          content: (
            <>
              <Section title={words.claims}>
                <PatientClaims mrn={mrn} />
              </Section>
              <Section title={words.paymentsPostedFromHere}>
                <PatientWritten mrn={mrn} kind="payments" />
              </Section>
            </>
          ),
        },
        {
          id: "referrals",
          name: words.referralsAndDocuments,
          count: countOf(referrals, documents),
          also: ["documents"],
          content: (
            <>
              <Section title={words.referrals}>
                <PatientReferrals mrn={mrn} />
              </Section>
              <Section title={words.documents}>
                <PatientDocuments mrn={mrn} />
              </Section>
            </>
          ),
        },
        {
          id: "recalls",
          name: words.followUp,
          count: countOf(recalls, tasks),
          also: ["tasks"],
          content: (
            <>
              <Section title={words.recalls}>
                <PatientRecalls mrn={mrn} />
              </Section>
              <Section title={words.tasksSentFromHere}>
                <PatientWritten mrn={mrn} kind="tasks" />
              </Section>
            </>
          ),
        },
        {
          id: "chart",
          name: words.chart,
          count: countOf(notes, visitNotes, orders, services),
          also: ["notes", "visit-notes", "orders", "services"],
          content: (
            <>
              <Section title={words.chartNotesSentFromHere}>
                <PatientWritten mrn={mrn} kind="patient_notes" />
              </Section>
              <Section title={words.visitNotesSentFromHere}>
                <PatientWritten mrn={mrn} kind="visit_notes" />
              </Section>
              <Section title={words.ordersPlacedFromHere}>
                <PatientWritten mrn={mrn} kind="orders" />
              </Section>
              <Section title={words.servicesCreatedFromHere}>
                <PatientWritten mrn={mrn} kind="services" />
              </Section>
            </>
          ),
        },
        {
          id: "jobs",
          name: words.sent,
          count: sent === undefined ? null : String(sent),
          content: <PatientJobs mrn={mrn} />,
        },
      ]}
    />
  );
}
