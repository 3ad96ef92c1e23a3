import type { Metadata } from "next";
import { IntegrationsPage } from "#components/integrations/integrations-page";
import { words } from "#components/shell/words.ts";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: words.integrations };

export default async function Page() {
  await requirePermission("linked-accounts:read");
  return <IntegrationsPage />;
}
