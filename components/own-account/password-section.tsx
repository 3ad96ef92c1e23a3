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

const FIELDS = {
  current_password: { label: "Current password" },
  new_password: { label: "New password", help: "At least 12 characters" },
};

const OUTCOMES = {
  refused: "Your password was not changed.",
  unknown: "Your password may or may not have been changed. Sign in with the new one to find out.",
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
    <Section title="Password" note="A new password signs you out on all other devices.">
      <Form form={form} label="Password" className="flex max-w-96 flex-col gap-4" onFocus={() => setDone(false)}>
        <BoundField form={form} name="current_password">
          {(field) => <PasswordField {...field} />}
        </BoundField>
        <BoundField form={form} name="new_password">
          {(field) => <PasswordField {...field} isNew />}
        </BoundField>
        {done ? (
          <Banner tone="success" title="Password changed" announce>
            You are signed out on all other devices.
          </Banner>
        ) : null}
        <Button type="submit" variant="primary" pending={form.isPending} className="self-start">
          Change password
        </Button>
      </Form>
    </Section>
  );
}
