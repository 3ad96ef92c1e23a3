import type { Metadata } from "next";
import { ActivityPage } from "#components/jobs/activity/activity-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.activity };

export default async function Page() {
  await requirePageUser();
  return <ActivityPage />;
}
