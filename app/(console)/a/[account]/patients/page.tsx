import type { Metadata } from "next";
import { PatientsPage } from "#components/patients/patients-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Patients" };

export default async function Page() {
  await requirePageUser();
  return <PatientsPage />;
}
