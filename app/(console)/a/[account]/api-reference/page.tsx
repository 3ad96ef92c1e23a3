import type { Metadata } from "next";
import { ApiReferencePage } from "#components/api-reference/api-reference-page";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "API reference" };

export default async function Page() {
  await requirePageUser();
  return <ApiReferencePage />;
}
