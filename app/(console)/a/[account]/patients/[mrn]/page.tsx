import type { Metadata } from "next";
import { PatientJobs } from "#components/activity/patient-jobs";
import { PatientAppointments } from "#components/appointments/patient-appointments";
import { PatientClaims } from "#components/claims/patient-claims";
import { StartMenu } from "#components/console/start-menu";
import { PatientPage } from "#components/patients/patient-page";

export const metadata: Metadata = { title: "Patient" };

export default async function Page({ params }: PageProps<"/a/[account]/patients/[mrn]">) {
  const mrn = decodeURIComponent((await params).mrn);
  return (
    <PatientPage
      mrn={mrn}
      actions={<StartMenu mrn={mrn} />}
      sections={[
        { title: "Appointments", content: <PatientAppointments mrn={mrn} /> },
        { title: "Claims", content: <PatientClaims mrn={mrn} /> },
        { title: "Sent to the EMR", content: <PatientJobs mrn={mrn} /> },
      ]}
    />
  );
}
