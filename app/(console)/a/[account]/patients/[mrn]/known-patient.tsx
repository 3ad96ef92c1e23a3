"use client";

import dynamic from "next/dynamic";
import { PatientOverview } from "#components/patients/overview/patient-overview";
import { countOf, usePatientRecords } from "#components/patients/overview/use-patient-records.ts";
import { words } from "#components/patients/page-words.ts";
import { PatientPage } from "#components/patients/patient-page";
import { StartMenu } from "#components/shell/start-menu";
import { Section } from "#components/ui/section";
import { TableSkeleton } from "#components/ui/table-skeleton";
import type { WrittenList } from "#lib/browser/api/written";
import { patientSections } from "#lib/catalog/generated/patient-sections";
import type { PatientSection } from "#lib/definitions/shown";

const loading = () => <TableSkeleton label={words.loading} />;

const ReadAgain = dynamic(() => import("#components/jobs/read-again").then((part) => part.ReadAgain), { ssr: false });
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

type Within = PatientSection["within"];

const WRITTEN = Object.entries(patientSections) as [WrittenList, PatientSection][];

/** Returns the lists of records written from here that a tab contains. */
const writtenIn = (tab: Within) => WRITTEN.filter(([, { within }]) => within === tab);

const addressesIn = (tab: Within) => writtenIn(tab).map(([, section]) => section.tab);

function WrittenSections({ mrn, within }: { mrn: string; within: Within }) {
  return writtenIn(within).map(([kind, { heading }]) => (
    <Section key={kind} title={heading}>
      <PatientWritten mrn={mrn} kind={kind} />
    </Section>
  ));
}

/** Shows an overview of a patient and all of their records, in tabs. */
export function KnownPatient({ mrn }: { mrn: string }) {
  const records = usePatientRecords(mrn);
  const { visits, claims, referrals, documents, recalls, written, jobs } = records;
  const rowsIn = (tab: Within) => writtenIn(tab).map(([kind]) => written[kind]);
  const sent = jobs.data?.pages[0]?.total;
  return (
    <PatientPage
      mrn={mrn}
      actions={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <ReadAgain place="patients-read-again" input={{ mrn }} />
          <StartMenu mrn={mrn} />
        </span>
      }
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
          count: countOf(claims, ...rowsIn("claims")),
          also: addressesIn("claims"),
          content: (
            <>
              <Section title={words.claims}>
                <PatientClaims mrn={mrn} />
              </Section>
              <WrittenSections mrn={mrn} within="claims" />
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
          count: countOf(recalls, ...rowsIn("recalls")),
          also: addressesIn("recalls"),
          content: (
            <>
              <Section title={words.recalls}>
                <PatientRecalls mrn={mrn} />
              </Section>
              <WrittenSections mrn={mrn} within="recalls" />
            </>
          ),
        },
        {
          id: "chart",
          name: words.chart,
          count: countOf(...rowsIn("chart")),
          also: addressesIn("chart"),
          content: <WrittenSections mrn={mrn} within="chart" />,
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
