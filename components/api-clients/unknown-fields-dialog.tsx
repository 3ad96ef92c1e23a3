"use client";

import { useId } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { RadioGroup } from "#components/ui/radio-group";
import { type ApiClientModel, apiClientStrictness } from "#lib/administration/api-clients/model";
import { changeApiClient } from "#lib/browser/api/api-clients";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
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

/** Sets whether the API client's requests may contain unknown fields. */
export function UnknownFieldsDialog({ client, onDone, onClose }: UnknownFieldsDialogProps) {
  const id = useId();
  const accountId = useAccountId();
  const form = useCheckedForm({
    schema: apiClientStrictness,
    initial: { unknown_fields: client.unknown_fields },
    labels: { unknown_fields: "A request with unknown fields" },
    send: (body) => changeApiClient(accountId, client.id, body),
    onDone: () => {
      void onDone();
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Unknown fields from ${client.name}`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
        {form.failure ? (
          <Banner tone="danger" title={form.failure.message} announce>
            Nothing was changed.
          </Banner>
        ) : null}
        <RadioGroup
          label="A request with unknown fields"
          help="A misspelled field is not sent to the EMR. An accepted request names it in the answer and in the job; a refused request saves nothing."
          value={form.values.unknown_fields}
          onChange={(chosen) => form.set("unknown_fields", chosen as ApiClientModel["unknown_fields"])}
          options={ANSWERS}
          error={form.problem("unknown_fields")}
        />
      </form>
    </Dialog>
  );
}
