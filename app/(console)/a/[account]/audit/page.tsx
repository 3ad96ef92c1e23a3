import type { Metadata } from "next";
import { AuditPage } from "#components/audit-log/audit-page";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: "Audit" };

export default async function Page() {
  await requirePermission("audit-log:read");
  return <AuditPage />;
}
