import type { Metadata } from "next";
import { DocumentsPage } from "#components/documents/documents-page";
import { PatientFilter } from "#components/patients/patient-filter";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Documents" };

export default async function Page() {
  await requirePageUser();
  return <DocumentsPage patientFilter={<PatientFilter />} />;
}
