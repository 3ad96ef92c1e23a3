"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Skeleton } from "#components/ui/skeleton";
import { INVITATION, signInAddress } from "#lib/sign-in/return-address";
import { type Invitation, keepToken, presentToken, showInvitation } from "./invitation.ts";
import { InvitationForm } from "./invitation-form.tsx";
import { JoinForm } from "./join-form.tsx";
import { ProviderButton } from "./provider-button.tsx";
import type { Refusal } from "./refusal.ts";
import { words } from "./words.ts";

type Shown = { token: string; invitation: Invitation } | { problem: string } | null;

/** A link for a forgotten password joins nothing. */
const isInvitation = (token: string) => token.startsWith("invitation_");

/** Leads to the organization's provider, at which the person accepts the invitation. */
function ProviderJoin({ token, provider }: { token: string; provider: string }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return (
    <>
      <ProviderButton next="/" provider={provider} invitation={token} onRefused={setRefusal} />
      {refusal ? (
        <div className="mt-4">
          <Banner tone="danger" title={refusal.title} announce>
            {refusal.next}
          </Banner>
        </div>
      ) : null}
    </>
  );
}

interface InvitationPageProps {
  /** Address of the person whose session this browser has, or null. */
  signedInAs: string | null;
}

/** Shows the person whom a link is for, and asks for a password, or to join with the sign-in that the person has. */
export function InvitationPage({ signedInAs }: InvitationPageProps) {
  const [shown, setShown] = useState<Shown>(null);
  const [isSeparate, setSeparate] = useState(false);
  useEffect(() => {
    const token = presentToken();
    if (!token) return setShown({ problem: words.incompleteLink });
    showInvitation(token).then(
      (invitation) => setShown({ token, invitation }),
      (error: Error) => setShown({ problem: error.message }),
    );
  }, []);

  if (shown === null) {
    return (
      <div role="status" aria-label={words.lookingUp} className="flex flex-col gap-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
      </div>
    );
  }
  if ("problem" in shown) {
    return (
      <Banner tone="danger" title={shown.problem} announce>
        {words.askForLink}
      </Banner>
    );
  }
  const { token, invitation } = shown;
  if (!isInvitation(token)) return <InvitationForm token={token} invitation={invitation} />;
  if (signedInAs === invitation.email && !isSeparate) {
    return <JoinForm token={token} invitation={invitation} onSeparate={() => setSeparate(true)} />;
  }
  return (
    <>
      <InvitationForm token={token} invitation={invitation} />
      {invitation.provider ? <ProviderJoin token={token} provider={invitation.provider} /> : null}
      {signedInAs === null ? (
        <p className="mt-5 text-sm text-muted">
          {words.alreadyHere}{" "}
          <Link
            href={signInAddress(INVITATION)}
            onClick={() => keepToken(token)}
            className="inline-block py-1 font-medium text-accent-text hover:underline"
          >
            {words.joinWithOwn}
          </Link>
        </p>
      ) : null}
    </>
  );
}
