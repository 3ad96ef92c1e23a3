import type { Metadata } from "next";
import { AuditPage } from "#components/audit-log/audit-page";
import { words } from "#components/shell/words.ts";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: words.audit };

export default async function Page() {
  await requirePermission("audit-log:read");
  return <AuditPage />;
}
