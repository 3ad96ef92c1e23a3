import type { Metadata } from "next";
import { KnownPatient } from "./known-patient.tsx";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Patient" };

export default async function Page({ params }: PageProps<"/a/[account]/patients/[mrn]">) {
  await requirePageUser();
  return <KnownPatient mrn={decodeURIComponent((await params).mrn)} />;
}
