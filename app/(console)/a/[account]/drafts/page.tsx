import type { Metadata } from "next";
import { DraftsPage } from "#components/drafts/drafts-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Drafts" };

export default async function Page() {
  await requirePageUser();
  return <DraftsPage />;
}
