import type { Metadata } from "next";
import { ProviderPage } from "#components/providers/provider-page";
import { titles } from "#components/shell/title-words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: titles.provider };

export default async function Page({ params }: PageProps<"/a/[account]/providers/[id]">) {
  await requirePageUser();
  return <ProviderPage id={(await params).id} />;
}
