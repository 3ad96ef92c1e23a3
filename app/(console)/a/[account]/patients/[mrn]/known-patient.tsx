"use client";

import dynamic from "next/dynamic";
import { PatientAppointments } from "#components/appointments/patient-appointments";
import { PatientPage } from "#components/patients/patient-page";
import { StartMenu } from "#components/shell/start-menu";
import { TableSkeleton } from "#components/ui/table-skeleton";

const loading = () => <TableSkeleton label="Loading" />;

// The code of each tab loads when the tab is opened, like its records.
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
const PatientMessages = dynamic(
  () => import("#components/patients/written/patient-messages").then((part) => part.PatientMessages),
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

/** Shows all data of a patient, in tabs. */
export function KnownPatient({ mrn }: { mrn: string }) {
  return (
    <PatientPage
      mrn={mrn}
      actions={<StartMenu mrn={mrn} />}
      sections={[
        { id: "appointments", name: "Appointments", content: <PatientAppointments mrn={mrn} /> },
        { id: "claims", name: "Claims", content: <PatientClaims mrn={mrn} /> },
        { id: "referrals", name: "Referrals", content: <PatientReferrals mrn={mrn} /> },
        { id: "recalls", name: "Recalls", content: <PatientRecalls mrn={mrn} /> },
        { id: "documents", name: "Documents", content: <PatientDocuments mrn={mrn} /> },
        { id: "notes", name: "Notes", content: <PatientWritten key="notes" mrn={mrn} kind="patient_notes" /> },
        { id: "payments", name: "Payments", content: <PatientWritten key="payments" mrn={mrn} kind="payments" /> },
        { id: "tasks", name: "Tasks", content: <PatientWritten key="tasks" mrn={mrn} kind="tasks" /> },
        { id: "orders", name: "Orders", content: <PatientWritten key="orders" mrn={mrn} kind="orders" /> },
        { id: "services", name: "Services", content: <PatientWritten key="services" mrn={mrn} kind="services" /> },
        { id: "messages", name: "Messages", content: <PatientMessages /> },
        { id: "jobs", name: "Sent to the EMR", content: <PatientJobs mrn={mrn} /> },
      ]}
    />
  );
}
