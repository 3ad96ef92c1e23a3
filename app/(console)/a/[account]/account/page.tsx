import type { Metadata } from "next";
import { OwnAccountPage } from "#components/own-account/own-account-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.yourAccount };

export default async function Page() {
  await requirePageUser();
  return <OwnAccountPage />;
}
