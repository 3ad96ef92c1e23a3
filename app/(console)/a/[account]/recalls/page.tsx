import type { Metadata } from "next";
import { PatientFilter } from "#components/patients/patient-filter";
import { RecallsPage } from "#components/recalls/recalls-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.recalls };

export default async function Page() {
  await requirePageUser();
  return <RecallsPage patientFilter={<PatientFilter />} />;
}
