import type { Metadata } from "next";
import { AppointmentsPage } from "#components/appointments/appointments-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.appointments };

export default async function Page() {
  await requirePageUser();
  return <AppointmentsPage />;
}
