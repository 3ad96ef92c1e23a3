import type { Metadata } from "next";
import { ProvidersPage } from "#components/providers/providers-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Providers" };

export default async function Page() {
  await requirePageUser();
  return <ProvidersPage />;
}
