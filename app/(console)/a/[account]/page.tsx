import { redirect } from "next/navigation";

/** An account opens with its activity. */
export default async function AccountPage({ params }: PageProps<"/a/[account]">) {
  const { account } = await params;
  redirect(`/a/${account}/activity`);
}
