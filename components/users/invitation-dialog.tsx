"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ShownOnce } from "#components/ui/shown-once";
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
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={`A link for ${user.name}`}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <p>Hand it to them yourself: no mail is sent. It works once, until {formatExact(invitation.expires_at, zone)}.</p>
      <ShownOnce label="Link" secret={invitation.url} />
    </Dialog>
  );
}
