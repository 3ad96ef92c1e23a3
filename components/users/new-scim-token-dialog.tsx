"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { type NewScimTokenModel, newScimTokenInput } from "#lib/administration/scim-tokens/model";
import { makeScimToken } from "#lib/browser/api/scim-tokens";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./directory-words.ts";

const FIELDS = {
  name: { label: words.name, help: words.nameHelp },
  admin_role: { label: words.adminRole, help: words.adminRoleHelp },
};

interface NewScimTokenDialogProps {
  onMade: (made: NewScimTokenModel) => void;
  onClose: () => void;
}

/** Asks for the directory's name and the role for admins. */
export function NewScimTokenDialog({ onMade, onClose }: NewScimTokenDialogProps) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: newScimTokenInput,
    fields: FIELDS,
    initial: { name: "", admin_role: "" },
    draft: useDraft("scim-token"),
    outcomes: { ...SAVES, refused: words.notCreated },
    send: (body, key) => makeScimToken(accountId, body, key),
    onDone: ({ scim_token }) => onMade(scim_token),
  });
  return (
    <FormDialog form={form} title={words.newToken} action={words.create} onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={form} name="admin_role">
        {(field) => <TextField {...field} />}
      </BoundField>
    </FormDialog>
  );
}
