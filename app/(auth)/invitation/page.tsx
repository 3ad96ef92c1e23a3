import type { Metadata } from "next";
import { AuthCard } from "#components/sign-in/auth-card";
import { InvitationPage } from "#components/sign-in/invitation-page";

export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** Page of an invitation link. The token is in the fragment of the URL, which browsers do not send to the server. */
export default function Page() {
  return (
    <AuthCard title="Choose a password">
      <InvitationPage />
    </AuthCard>
  );
}
