import type { Metadata } from "next";
import { ApiReferencePage } from "#components/api-reference/api-reference-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.apiReference };

export default async function Page() {
  await requirePageUser();
  return <ApiReferencePage />;
}
