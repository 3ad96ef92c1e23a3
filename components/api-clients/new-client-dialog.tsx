"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { apiClientName, type NewApiClientModel } from "#lib/administration/api-clients/model";
import { makeApiClient } from "#lib/browser/api/api-clients";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface NewClientDialogProps {
  onMade: (made: NewApiClientModel) => void;
  onClose: () => void;
}

/** Asks for the name of a new API client. */
export function NewClientDialog({ onMade, onClose }: NewClientDialogProps) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: apiClientName,
    fields: { name: { label: words.name, help: words.nameHelp } },
    initial: { name: "" },
    draft: useDraft("api-client"),
    send: (body, key) => makeApiClient(accountId, body, key),
    onDone: ({ api_client }) => onMade(api_client),
  });
  return (
    <FormDialog form={form} title={words.newApiClient} action={words.createTheClient} onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
    </FormDialog>
  );
}
