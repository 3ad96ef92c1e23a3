import type { Metadata } from "next";
import { ActivityPage } from "#components/activity/activity-page";
import { requirePageUser } from "#lib/auth/page-user";

export const metadata: Metadata = { title: "Activity" };

export default async function Page() {
  await requirePageUser();
  return <ActivityPage />;
}
