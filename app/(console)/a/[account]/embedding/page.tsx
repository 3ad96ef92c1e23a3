import type { Metadata } from "next";
import { EmbeddingPage } from "#components/embed/embedding-page";
import { words } from "#components/shell/words.ts";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: words.embedding };

export default async function Page() {
  await requirePermission("embed-origins:read");
  return <EmbeddingPage />;
}
