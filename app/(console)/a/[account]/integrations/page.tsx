import type { Metadata } from "next";
import { IntegrationsPage } from "#components/integrations/integrations-page";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: "Integrations" };

export default async function Page() {
  await requirePermission("linked-accounts:read");
  return <IntegrationsPage />;
}
