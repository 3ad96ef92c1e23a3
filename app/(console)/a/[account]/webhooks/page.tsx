import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WebhooksPage } from "#components/webhooks/webhooks-page";
import { requirePageUser } from "#lib/auth/page-user";
import { ROLE_PERMISSIONS } from "#lib/auth/permissions";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page() {
  const { role } = await requirePageUser();
  if (!ROLE_PERMISSIONS[role].has("webhook-endpoints:read")) notFound();
  return <WebhooksPage />;
}
