"use client";

import { SecretDialog } from "#components/ui/secret-dialog";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import type { Invited } from "#lib/browser/api/users";
import { words } from "./words.ts";

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
      title={words.linkFor(user.name)}
      secrets={[{ label: words.link, value: invitation.url }]}
      onClose={onClose}
    >
      <p>
        {invitation.mailed ? words.mailedTo(user.email) : words.notMailed}{" "}
        {words.worksUntil(formatExact(invitation.expires_at, zone))}
      </p>
    </SecretDialog>
  );
}
