"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { PasswordField } from "#components/ui/password-field";
import { TextField } from "#components/ui/text-field";
import { type OwnProviderAnswer, ownProviderInput } from "#lib/administration/own-provider/model";
import { ownProviderKey, setOwnProvider } from "#lib/browser/api/own-provider";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useSeen } from "#lib/browser/forms/use-seen";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./provider-words.ts";

const FIELDS = {
  issuer: { label: words.issuer, help: words.issuerHelp },
  client_id: { label: words.clientId },
  client_secret: { label: words.clientSecret },
  external_id_claim: { label: words.claim, help: words.claimHelp },
};

/** Returns what another has made of the provider; its secret is never shown. */
function changesBetween({ own_provider: seen }: OwnProviderAnswer, { own_provider: current }: OwnProviderAnswer) {
  if (!current) return [words.none];
  return [
    ...(seen?.issuer === current.issuer ? [] : [`${words.issuer}: ${current.issuer}`]),
    ...(seen?.client_id === current.client_id ? [] : [`${words.clientId}: ${current.client_id}`]),
    ...(seen?.external_id_claim === current.external_id_claim ? [] : [`${words.claim}: ${current.external_id_claim}`]),
  ];
}

interface ProviderDialogProps {
  /** The present provider, or that there is none. */
  answer: OwnProviderAnswer;
  onClose: () => void;
}

/** Asks for the organization's own OpenID provider. The secret is kept in no draft, and is never shown again. */
export function ProviderDialog({ answer, onClose }: ProviderDialogProps) {
  const present = answer.own_provider;
  const { save } = useSeen(answer, { title: words.savedMeanwhile, changesBetween, replacesNamedAlone: false });
  const accountId = useAccountId();
  const cache = useQueryClient();
  const form = useSchemaForm({
    schema: ownProviderInput,
    fields: FIELDS,
    initial: {
      issuer: present?.issuer ?? "",
      client_id: present?.client_id ?? "",
      client_secret: "",
      external_id_claim: present?.external_id_claim ?? "sub",
    },
    outcomes: { ...SAVES, refused: words.notSet },
    send: (body) => save((ifMatch) => setOwnProvider(accountId, body, ifMatch)),
    onDone: () => {
      void cache.invalidateQueries({ queryKey: ownProviderKey(accountId) });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={present ? words.change : words.set} action={words.save} onClose={onClose}>
      <BoundField form={form} name="issuer">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={form} name="client_id">
        {(field) => <TextField {...field} />}
      </BoundField>
      <BoundField form={form} name="client_secret">
        {(field) => <PasswordField {...field} isNew />}
      </BoundField>
      <BoundField form={form} name="external_id_claim">
        {(field) => <TextField {...field} />}
      </BoundField>
    </FormDialog>
  );
}
