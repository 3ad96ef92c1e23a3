import type { Metadata } from "next";
import { KnownPatient } from "./known-patient.tsx";

export const metadata: Metadata = { title: "Patient" };

export default async function Page({ params }: PageProps<"/a/[account]/patients/[mrn]">) {
  return <KnownPatient mrn={decodeURIComponent((await params).mrn)} />;
}
