import type { Metadata } from "next";
import { ReferralPage } from "#components/referrals/referral-page";

export const metadata: Metadata = { title: "Referral" };

export default async function Page({ params }: PageProps<"/a/[account]/referrals/[id]">) {
  return <ReferralPage id={decodeURIComponent((await params).id)} />;
}
