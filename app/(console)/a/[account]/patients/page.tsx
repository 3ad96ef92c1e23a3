import type { Metadata } from "next";
import { PatientsPage } from "#components/patients/patients-page";
import { requirePageUser } from "#lib/auth/page-user";

export const metadata: Metadata = { title: "Patients" };

export default async function Page() {
  await requirePageUser();
  return <PatientsPage />;
}
