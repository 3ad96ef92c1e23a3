"use client";

import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { CopyButton } from "#components/ui/copy-button";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { emrAppInput } from "#lib/administration/emr-apps/model";
import { addEmrApp } from "#lib/browser/api/emr-apps";
import { SAVES } from "#lib/browser/forms/failure-words";
import { isEmpty } from "#lib/browser/forms/form-values";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./emr-apps-words.ts";
import { OwnKeys } from "./own-keys.tsx";

const FIELDS = {
  issuer: { label: words.issuer, help: words.issuerHelp },
  client_id: { label: words.clientId },
  client_secret: { label: words.clientSecret, help: words.clientSecretHelp },
  token_url: { label: words.tokenUrl, help: words.tokenUrlHelp },
  scopes: { label: words.scopes, help: words.scopesHelp },
};

interface NewEmrAppDialogProps {
  onMade: () => void;
  onClose: () => void;
}

/** Asks for what a vendor gave when it registered this deployment. No draft: a secret is among it. */
export function NewEmrAppDialog({ onMade, onClose }: NewEmrAppDialogProps) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: emrAppInput,
    fields: FIELDS,
    initial: { issuer: "", client_id: "", client_secret: "", token_url: "", scopes: "" },
    bodyOf: (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))),
    outcomes: { ...SAVES, refused: words.notAdded },
    send: (body, key) => addEmrApp(accountId, body, key),
    onDone: onMade,
  });
  const secret = useWatch({ control: form.methods.control, name: "client_secret" });
  const redirectUri = new URL("/api/emr-authorization/callback", window.location.origin).href;
  return (
    <FormDialog form={form} title={words.add} action={words.addAction} onClose={onClose}>
      <div className="flex flex-col gap-2">
        <p className="text-sm font-medium text-fg">{words.redirectUri}</p>
        <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
          <code className="min-h-8 min-w-0 flex-1 py-1.5 font-code text-sm break-all text-fg">{redirectUri}</code>
          <CopyButton label={words.copyRedirectUri} text={redirectUri} iconOnly />
        </div>
      </div>
      <BoundField form={form} name="issuer">
        {(field) => <TextField {...field} type="url" autoFocus />}
      </BoundField>
      <BoundField form={form} name="client_id">
        {(field) => <TextField {...field} autoComplete="off" />}
      </BoundField>
      <BoundField form={form} name="client_secret">
        {(field) => <TextField {...field} value={field.value ?? ""} type="password" autoComplete="new-password" />}
      </BoundField>
      {secret ? null : <OwnKeys />}
      <BoundField form={form} name="token_url">
        {(field) => <TextField {...field} value={field.value ?? ""} type="url" />}
      </BoundField>
      <BoundField form={form} name="scopes">
        {(field) => <TextField {...field} value={field.value ?? ""} />}
      </BoundField>
    </FormDialog>
  );
}
