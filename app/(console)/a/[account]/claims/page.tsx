import type { Metadata } from "next";
import { ClaimsPage } from "#components/claims/claims-page";
import { PatientFilter } from "#components/patients/patient-filter";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.claims };

export default async function Page() {
  await requirePageUser();
  return <ClaimsPage patientFilter={<PatientFilter />} />;
}
