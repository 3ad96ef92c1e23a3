import type { Metadata } from "next";
import { PatientsPage } from "#components/patients/patients-page";

export const metadata: Metadata = { title: "Patients" };

export default function Page() {
  return <PatientsPage />;
}
