import type { Metadata } from "next";
import { titles } from "#components/shell/title-words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";
import { KnownPatient } from "./known-patient.tsx";

export const metadata: Metadata = { title: titles.patient };

export default async function Page({ params }: PageProps<"/a/[account]/patients/[mrn]">) {
  await requirePageUser();
  return <KnownPatient mrn={decodeURIComponent((await params).mrn)} />;
}
