"use client";

import { useId } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { KeptBanner } from "#components/ui/kept-banner";
import { TextField } from "#components/ui/text-field";
import { apiClientName, type NewApiClientModel } from "#lib/administration/api-clients/model";
import { makeApiClient } from "#lib/browser/api/api-clients";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";

/** Asks for the name of a new API client. */
export function NewClientDialog({
  onMade,
  onClose,
}: {
  onMade: (made: NewApiClientModel) => void;
  onClose: () => void;
}) {
  const id = useId();
  const accountId = useAccountId();
  const form = useCheckedForm({
    schema: apiClientName,
    initial: { name: "" },
    labels: { name: "Name" },
    draft: useDraft("api-client", "", ["name"]),
    send: (body, key) => makeApiClient(accountId, body, key),
    onDone: ({ api_client }) => onMade(api_client),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New API client"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            Make the client
          </Button>
        </>
      }
    >
      <form id={id} noValidate aria-label="New API client" onSubmit={form.submit} className="flex flex-col gap-3">
        {form.restored ? <KeptBanner onStartEmpty={form.startOver} /> : null}
        {form.failure ? (
          <Banner tone="danger" title={form.failure.message} announce>
            No client was made. Sending it again is safe.
          </Banner>
        ) : null}
        <TextField
          label="Name"
          required
          autoFocus
          help="The system or partner that calls with it"
          value={form.values.name}
          onChange={(name) => form.set("name", name)}
          error={form.problem("name")}
        />
      </form>
    </Dialog>
  );
}
