import { redirect } from "next/navigation";

/** An account opens with what needs somebody today. */
export default async function AccountPage({ params }: PageProps<"/a/[account]">) {
  const { account } = await params;
  redirect(`/a/${account}/today`);
}
