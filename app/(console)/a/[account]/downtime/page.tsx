import type { Metadata } from "next";
import { DowntimePage } from "#components/downtime-packets/downtime-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.downtimePacket };

export default async function Page() {
  await requirePageUser();
  return <DowntimePage />;
}
