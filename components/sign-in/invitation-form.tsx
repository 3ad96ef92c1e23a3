"use client";

import { useState } from "react";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { PasswordField } from "#components/ui/password-field";
import { TextField } from "#components/ui/text-field";
import { acceptedInvitation } from "#lib/administration/users/model";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { secondStepAddress } from "#lib/sign-in/return-address";
import { acceptInvitation, type Invitation } from "./invitation.ts";
import { trySignIn } from "./try-sign-in.ts";
import { words } from "./words.ts";

const FIELDS = {
  name: { label: words.name, help: words.nameHelp },
  password: { label: words.password, help: words.passwordHelp },
};

const OUTCOMES = {
  refused: words.passwordNotSet,
  unknown: words.passwordUnknown,
};

/** Sets the name and password of an invited user, then signs them in. */
export function InvitationForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [leaving, setLeaving] = useState(false);
  const form = useSchemaForm({
    schema: acceptedInvitation,
    fields: FIELDS,
    initial: { name: invitation.name, password: "" },
    bodyOf: (values) => ({ token, ...values }),
    outcomes: OUTCOMES,
    // The link works once.
    retries: 0,
    send: async (body) => {
      const { email } = await acceptInvitation(body);
      return trySignIn(email, body.password);
    },
    onDone: (outcome) => {
      setLeaving(true);
      // A full page load removes the link's token from the URL.
      if (outcome === "second-step") window.location.replace(secondStepAddress("/"));
      else window.location.replace(outcome === "signed-in" ? "/" : "/sign-in");
    },
  });
  const pending = form.isPending || leaving;
  return (
    <Form form={form} label={words.chooseAPassword}>
      <p className="text-sm break-words text-muted">
        {words.for} <strong className="font-medium text-fg">{invitation.email}</strong>{" "}
        {words.atOrganization(invitation.organization_name)} {words.separateHint}
      </p>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} name="name" autoComplete="name" />}
      </BoundField>
      <BoundField form={form} name="password">
        {(field) => <PasswordField {...field} isNew />}
      </BoundField>
      <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
        {pending ? words.signingIn : words.setPassword}
      </Button>
    </Form>
  );
}
