import type { Metadata } from "next";
import { PatientFilter } from "#components/patients/patient-filter";
import { ReferralsPage } from "#components/referrals/referrals-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.referrals };

export default async function Page() {
  await requirePageUser();
  return <ReferralsPage patientFilter={<PatientFilter />} />;
}
