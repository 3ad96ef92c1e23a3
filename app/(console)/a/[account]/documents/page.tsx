import type { Metadata } from "next";
import { DocumentsPage } from "#components/documents/documents-page";
import { PatientFilter } from "#components/patients/patient-filter";

export const metadata: Metadata = { title: "Documents" };

export default function Page() {
  return <DocumentsPage patientFilter={<PatientFilter />} />;
}
