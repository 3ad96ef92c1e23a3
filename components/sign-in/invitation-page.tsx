"use client";

import { useEffect, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Skeleton } from "#components/ui/skeleton";
import { type Invitation, showInvitation } from "./invitation.ts";
import { InvitationForm } from "./invitation-form.tsx";

type Shown = { token: string; invitation: Invitation } | { problem: string } | null;

/** The link's fragment, which the browser does not send to the server. */
const tokenInAddress = () => decodeURIComponent(window.location.hash.slice(1));

/** Shows the person whom an invitation link is for, and asks for a password. */
export function InvitationPage() {
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    const token = tokenInAddress();
    if (!token) return setShown({ problem: "This address is not complete: open the whole link" });
    showInvitation(token).then(
      (invitation) => setShown({ token, invitation }),
      (error: Error) => setShown({ problem: error.message }),
    );
  }, []);

  if (shown === null) {
    return (
      <div role="status" aria-label="Looking up the link" className="flex flex-col gap-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
      </div>
    );
  }
  if ("problem" in shown) {
    return (
      <Banner tone="danger" title={shown.problem} announce>
        Ask an administrator of your organization for a new link.
      </Banner>
    );
  }
  return <InvitationForm token={shown.token} invitation={shown.invitation} />;
}
