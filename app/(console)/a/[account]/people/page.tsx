import type { Metadata } from "next";
import { words } from "#components/shell/words.ts";
import { PeoplePage } from "#components/users/people-page";
import { requirePermission } from "#lib/administration/admin-page";

export const metadata: Metadata = { title: words.people };

export default async function Page() {
  const user = await requirePermission("users:read");
  return <PeoplePage ownId={user.id} />;
}
