import type { Metadata } from "next";
import { ActivityPage } from "#components/jobs/activity/activity-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Activity" };

export default async function Page() {
  await requirePageUser();
  return <ActivityPage />;
}
