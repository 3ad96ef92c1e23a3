import type { Metadata } from "next";
import { AuditPage } from "#components/audit/audit-page";
import { requirePermission } from "#lib/auth/admin-page";

export const metadata: Metadata = { title: "Audit" };

export default async function Page() {
  await requirePermission("audit-log:read");
  return <AuditPage />;
}
