import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { words } from "#components/shell/words.ts";
import { WebhooksPage } from "#components/webhooks/webhooks-page";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.webhooks };

export default async function Page() {
  const { role } = await requirePageUser();
  if (!ROLE_PERMISSIONS[role].has("webhook-endpoints:read")) notFound();
  return <WebhooksPage />;
}
