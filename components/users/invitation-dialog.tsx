"use client";

import { SecretDialog } from "#components/ui/secret-dialog";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import type { Invited } from "#lib/browser/api/users";

/** Shows a link to choose a password. Only its button closes it, since the link is shown once. */
export function InvitationDialog({
  invited: { user, invitation },
  onClose,
}: {
  invited: Invited;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  return (
    <SecretDialog
      title={`A link for ${user.name}`}
      secrets={[{ label: "Link", value: invitation.url }]}
      onClose={onClose}
    >
      <p>
        {invitation.mailed ? `It is mailed to ${user.email}.` : "Hand it to them yourself: no mail is sent."} It works
        once, until {formatExact(invitation.expires_at, zone)}.
      </p>
    </SecretDialog>
  );
}
