import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthCard } from "#components/sign-in/auth-card";
import { InvitationPage } from "#components/sign-in/invitation-page";
import { words } from "#components/sign-in/words.ts";
import { sessionUser } from "#lib/sign-in/session-user";

export const metadata: Metadata = { title: words.chooseAPassword, referrer: "no-referrer" };

/** Page of an invitation link. The token is in the fragment of the URL, which browsers do not send to the server. */
export default async function Page() {
  const user = await sessionUser(await headers());
  return (
    <AuthCard title={words.chooseAPassword}>
      <InvitationPage signedInAs={user?.email ?? null} />
    </AuthCard>
  );
}
