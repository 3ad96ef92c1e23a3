import { redirect } from "next/navigation";
import { requirePageUser } from "#lib/sign-in/page-user";

/** An account's first page shows what needs attention today. */
export default async function AccountPage({ params }: PageProps<"/a/[account]">) {
  await requirePageUser();
  const { account } = await params;
  redirect(`/a/${account}/today`);
}
