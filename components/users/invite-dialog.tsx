"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { KeptBanner } from "#components/ui/kept-banner";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import { newUserInput } from "#lib/administration/users/model";
import { type Invited, inviteUser, usersKey } from "#lib/browser/api/users";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import { InvitationDialog } from "./invitation-dialog.tsx";

const ROLES = [
  { id: "staff", name: "Staff" },
  { id: "admin", name: "Admin" },
];

const MEANINGS = {
  staff: "Reads records and submits operations",
  admin: "Also changes providers, webhooks, integrations and people, and reads the audit log",
};

/** Invites a user, and shows the link to hand over once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const accountId = useAccountId();
  const client = useQueryClient();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useCheckedForm({
    schema: newUserInput,
    initial: { email: "", role: "staff" as const },
    labels: { email: "Email", role: "Role" },
    draft: useDraft("invitation", "", ["email", "role"]),
    send: (body, key) => inviteUser(accountId, body, key),
    onDone: (made) => {
      setInvited(made);
      void client.invalidateQueries({ queryKey: usersKey(accountId) });
    },
  });
  if (invited) return <InvitationDialog invited={invited} onClose={onClose} />;
  const { email, role } = form.values;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite a person"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            Make the invitation
          </Button>
        </>
      }
    >
      <form id={id} noValidate aria-label="Invite a person" onSubmit={form.submit} className="flex flex-col gap-4">
        {form.restored ? <KeptBanner onStartEmpty={form.startOver} /> : null}
        {form.failure ? (
          <Banner tone="danger" title={form.failure.message} announce>
            Nobody was invited. Sending it again is safe.
          </Banner>
        ) : null}
        <TextField
          label="Email"
          type="email"
          required
          autoFocus
          help="They sign in with it"
          value={email}
          onChange={(given) => form.set("email", given)}
          error={form.problem("email")}
        />
        <RadioGroup
          label="Role"
          required
          layout="row"
          options={ROLES}
          value={role}
          onChange={(given) => form.set("role", given === "admin" ? given : "staff")}
          help={MEANINGS[role]}
        />
      </form>
    </Dialog>
  );
}
