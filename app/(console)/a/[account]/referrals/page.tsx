import type { Metadata } from "next";
import { PatientFilter } from "#components/patients/patient-filter";
import { ReferralsPage } from "#components/referrals/referrals-page";

export const metadata: Metadata = { title: "Referrals" };

export default function Page() {
  return <ReferralsPage patientFilter={<PatientFilter />} />;
}
