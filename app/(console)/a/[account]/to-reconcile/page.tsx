import type { Metadata } from "next";
import { ToReconcilePage } from "#components/jobs/activity/to-reconcile-page";
import { words } from "#components/shell/words.ts";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: words.toReconcile };

export default async function Page() {
  await requirePermission("jobs:reconcile");
  return <ToReconcilePage />;
}
