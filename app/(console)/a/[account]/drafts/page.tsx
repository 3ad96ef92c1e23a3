import type { Metadata } from "next";
import { DraftsPage } from "#components/drafts/drafts-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.drafts };

export default async function Page() {
  await requirePageUser();
  return <DraftsPage />;
}
