import type { Metadata } from "next";
import { DowntimePage } from "#components/downtime-packets/downtime-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Downtime packet" };

export default async function Page() {
  await requirePageUser();
  return <DowntimePage />;
}
