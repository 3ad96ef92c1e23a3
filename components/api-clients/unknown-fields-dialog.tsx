"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { RadioGroup } from "#components/ui/radio-group";
import { type ApiClientModel, apiClientStrictness } from "#lib/administration/api-clients/model";
import { changeApiClient } from "#lib/browser/api/api-clients";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";

interface UnknownFieldsDialogProps {
  client: ApiClientModel;
  onDone: () => unknown;
  onClose: () => void;
}

const ANSWERS = [
  { id: "warn", name: "Accept it, with a warning" },
  { id: "refuse", name: "Refuse it" },
] as const satisfies readonly { id: ApiClientModel["unknown_fields"]; name: string }[];

const FIELDS = {
  unknown_fields: {
    label: "A request with unknown fields",
    help: "A misspelt field is left out of what is sent to the EMR: accepted, the answer and the job name it; refused, nothing is saved.",
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
    <FormDialog form={form} title={`Unknown fields from ${client.name}`} action="Save" onClose={onClose}>
      <BoundField form={form} name="unknown_fields">
        {(field) => <RadioGroup {...field} options={ANSWERS} />}
      </BoundField>
    </FormDialog>
  );
}
