"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { PasswordField } from "#components/ui/password-field";
import { Section } from "#components/ui/section";
import { newPassword } from "#lib/administration/own-account/model";
import { changePassword, ownAccountKey } from "#lib/browser/api/own-account";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const FIELDS = {
  current_password: { label: words.currentPassword },
  new_password: { label: words.newPassword, help: words.newPasswordHelp },
};

const OUTCOMES = {
  refused: words.passwordNotChanged,
  unknown: words.passwordUnknown,
};

/** Changes the person's password. The typed passwords are kept in no draft. */
export function PasswordSection() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [done, setDone] = useState(false);
  const form = useSchemaForm({
    schema: newPassword,
    fields: FIELDS,
    initial: { current_password: "", new_password: "" },
    outcomes: OUTCOMES,
    retries: 0,
    send: (body) => changePassword(accountId, body),
    onDone: () => {
      setDone(true);
      form.startOver();
      void client.invalidateQueries({ queryKey: ownAccountKey(accountId) });
    },
  });
  return (
    <Section title={words.password} note={words.passwordNote}>
      <Form form={form} label={words.password} className="flex max-w-96 flex-col gap-4" onFocus={() => setDone(false)}>
        <BoundField form={form} name="current_password">
          {(field) => <PasswordField {...field} />}
        </BoundField>
        <BoundField form={form} name="new_password">
          {(field) => <PasswordField {...field} isNew />}
        </BoundField>
        {done ? (
          <Banner tone="success" title={words.passwordChanged} announce>
            {words.signedOutElsewhere}
          </Banner>
        ) : null}
        <Button type="submit" variant="primary" pending={form.isPending} className="self-start">
          {words.changePassword}
        </Button>
      </Form>
    </Section>
  );
}
