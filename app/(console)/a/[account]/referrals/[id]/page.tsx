import type { Metadata } from "next";
import { ReferralPage } from "#components/referrals/referral-page";
import { titles } from "#components/shell/title-words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: titles.referral };

export default async function Page({ params }: PageProps<"/a/[account]/referrals/[id]">) {
  await requirePageUser();
  return <ReferralPage id={decodeURIComponent((await params).id)} />;
}
