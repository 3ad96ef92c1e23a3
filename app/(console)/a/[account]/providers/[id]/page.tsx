import type { Metadata } from "next";
import { ProviderPage } from "#components/providers/provider-page";

export const metadata: Metadata = { title: "Provider" };

export default async function Page({ params }: PageProps<"/a/[account]/providers/[id]">) {
  return <ProviderPage id={(await params).id} />;
}
