"use client";

import { KeyRound } from "lucide-react";
import { useId } from "react";
import { askForPasskey, whyNoPasskeys } from "#components/second-factor/passkeys.ts";
import { CODE_FIELD } from "#components/second-factor/words.ts";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Form } from "#components/ui/form";
import { PasswordField } from "#components/ui/password-field";
import { TextField } from "#components/ui/text-field";
import { identityInput, type OwnAccountModel } from "#lib/administration/own-account/model";
import { challengePasskey, confirmIdentity } from "#lib/browser/api/own-account";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const OUTCOMES = { refused: words.nothingChanged, unknown: words.nothingChangedRetry };

interface ConfirmIdentityProps {
  owned: OwnAccountModel["second_factor"];
  onConfirmed: (confirmation: string) => void;
  onClose: () => void;
}

/** Asks for the password, and for the second factor of a person who has one. */
export function ConfirmIdentity({ owned: { factors, passkeys_at }, onConfirmed, onClose }: ConfirmIdentityProps) {
  const accountId = useAccountId();
  const id = useId();
  const hasPasskey = factors.some(({ kind }) => kind === "passkey") && whyNoPasskeys(passkeys_at) === null;
  const needsCode = factors.length > 0;
  const form = useSchemaForm({
    schema: identityInput,
    fields: {
      current_password: { label: words.password },
      ...(needsCode && { code: { ...CODE_FIELD.code, required: !hasPasskey } }),
    },
    initial: { current_password: "", code: "" },
    bodyOf: ({ current_password, code }) => ({ current_password, ...(code && { code }) }),
    outcomes: OUTCOMES,
    // A code works once.
    retries: 0,
    async send({ current_password, code }) {
      if (code || !hasPasskey) return confirmIdentity(accountId, { current_password, ...(code && { code }) });
      const { challenge_id, options } = await challengePasskey(accountId);
      return confirmIdentity(accountId, { current_password, challenge_id, passkey: await askForPasskey(options) });
    },
    onDone: onConfirmed,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.confirmIdentity}
      footer={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            {words.continue}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} label={words.confirmIdentity}>
        <BoundField form={form} name="current_password">
          {(field) => <PasswordField {...field} />}
        </BoundField>
        {needsCode ? (
          <BoundField form={form} name="code">
            {(field) => <TextField {...field} name="code" autoComplete="one-time-code" />}
          </BoundField>
        ) : null}
        {hasPasskey ? (
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <KeyRound aria-hidden="true" className="size-4 shrink-0" />
            {words.passkeyInstead}
          </p>
        ) : null}
      </Form>
    </Dialog>
  );
}
