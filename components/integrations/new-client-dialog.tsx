"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { useAccountId } from "#lib/client/account";
import { makeApiClient } from "#lib/client/api-clients";
import { useDraft } from "#lib/client/use-draft";
import { useSchemaForm } from "#lib/client/use-schema-form";
import { apiClientName, type NewApiClientModel } from "#lib/models/api-client";

interface NewClientDialogProps {
  onMade: (made: NewApiClientModel) => void;
  onClose: () => void;
}

/** Asks for the name of an API client to make. */
export function NewClientDialog({ onMade, onClose }: NewClientDialogProps) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: apiClientName,
    fields: { name: { label: "Name", help: "The system or partner that calls with it" } },
    initial: { name: "" },
    draft: useDraft("api-client"),
    send: (body, key) => makeApiClient(accountId, body, key),
    onDone: ({ api_client }) => onMade(api_client),
  });
  return (
    <FormDialog form={form} title="New API client" action="Make the client" onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
    </FormDialog>
  );
}
