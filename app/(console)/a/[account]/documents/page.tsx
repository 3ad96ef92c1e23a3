import type { Metadata } from "next";
import { DocumentsPage } from "#components/documents/documents-page";
import { PatientFilter } from "#components/patients/patient-filter";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.documents };

export default async function Page() {
  await requirePageUser();
  return <DocumentsPage patientFilter={<PatientFilter />} />;
}
