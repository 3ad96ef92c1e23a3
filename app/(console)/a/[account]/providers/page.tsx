import type { Metadata } from "next";
import { ProvidersPage } from "#components/providers/providers-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.providers };

export default async function Page() {
  await requirePageUser();
  return <ProvidersPage />;
}
