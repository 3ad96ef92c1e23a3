import type { Metadata } from "next";
import { OwnAccountPage } from "#components/own-account/own-account-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Your account" };

export default async function Page() {
  await requirePageUser();
  return <OwnAccountPage />;
}
