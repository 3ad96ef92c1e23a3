import type { Metadata } from "next";
import { PatientsPage } from "#components/patients/patients-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.patients };

export default async function Page() {
  await requirePageUser();
  return <PatientsPage />;
}
