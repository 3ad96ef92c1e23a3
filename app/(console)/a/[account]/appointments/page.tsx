import type { Metadata } from "next";
import { AppointmentsPage } from "#components/appointments/appointments-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Appointments" };

export default async function Page() {
  await requirePageUser();
  return <AppointmentsPage />;
}
