"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import { newUserInput } from "#lib/administration/users/model";
import { type Invited, inviteUser, usersKey } from "#lib/browser/api/users";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { ROLE_NAMES, words } from "./words.ts";

const ROLES = [
  { id: "staff", name: ROLE_NAMES.staff },
  { id: "admin", name: ROLE_NAMES.admin },
];

const MEANINGS = {
  staff: words.staffMeaning,
  admin: words.adminMeaning,
};

const FIELDS = { email: { label: words.email, help: words.theySignIn }, role: { label: words.role } };

/** Invites a user, and shows the link to hand over once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useSchemaForm({
    schema: newUserInput,
    fields: FIELDS,
    initial: { email: "", role: "staff" },
    draft: useDraft("invitation"),
    outcomes: { ...SAVES, refused: words.nobodyWasInvited },
    send: (body, key) => inviteUser(accountId, body, key),
    onDone: (made) => {
      setInvited(made);
      void client.invalidateQueries({ queryKey: usersKey(accountId) });
    },
  });
  const role = useWatch({ control: form.methods.control, name: "role" });
  if (invited) return <InvitationDialog invited={invited} onClose={onClose} />;
  return (
    <FormDialog form={form} title={words.inviteAPerson} action={words.createTheInvitation} onClose={onClose}>
      <BoundField form={form} name="email">
        {(field) => <TextField {...field} type="email" autoFocus />}
      </BoundField>
      <BoundField form={form} name="role">
        {(field) => (
          <RadioGroup
            {...field}
            layout="row"
            options={ROLES}
            help={role === "admin" ? MEANINGS.admin : MEANINGS.staff}
          />
        )}
      </BoundField>
    </FormDialog>
  );
}
