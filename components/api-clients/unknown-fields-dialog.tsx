"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { RadioGroup } from "#components/ui/radio-group";
import { type ApiClientModel, apiClientStrictness } from "#lib/administration/api-clients/model";
import { changeApiClient } from "#lib/browser/api/api-clients";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface UnknownFieldsDialogProps {
  client: ApiClientModel;
  onDone: () => unknown;
  onClose: () => void;
}

const ANSWERS = [
  { id: "warn", name: words.acceptUnknown },
  { id: "refuse", name: words.refuseIt },
] as const satisfies readonly { id: ApiClientModel["unknown_fields"]; name: string }[];

const FIELDS = {
  unknown_fields: {
    label: words.unknownFieldsChoice,
    help: words.unknownFieldsNote,
  },
};

/** Asks how requests of an API client with unknown fields are answered. */
export function UnknownFieldsDialog({ client, onDone, onClose }: UnknownFieldsDialogProps) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: apiClientStrictness,
    fields: FIELDS,
    initial: { unknown_fields: client.unknown_fields as string },
    send: (body) => changeApiClient(accountId, client.id, body),
    onDone: () => {
      void onDone();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.unknownFieldsFrom(client.name)} action={words.save} onClose={onClose}>
      <BoundField form={form} name="unknown_fields">
        {(field) => <RadioGroup {...field} options={ANSWERS} />}
      </BoundField>
    </FormDialog>
  );
}
