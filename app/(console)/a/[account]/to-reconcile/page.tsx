import type { Metadata } from "next";
import { ToReconcilePage } from "#components/jobs/activity/to-reconcile-page";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: "To reconcile" };

export default async function Page() {
  await requirePermission("jobs:reconcile");
  return <ToReconcilePage />;
}
