import type { Metadata } from "next";
import { PatientFilter } from "#components/patients/patient-filter";
import { RecallsPage } from "#components/recalls/recalls-page";

export const metadata: Metadata = { title: "Recalls" };

export default function Page() {
  return <RecallsPage patientFilter={<PatientFilter />} />;
}
