"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { lazyResolver } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { ask } from "./ask.ts";
import { FORGOTTEN_FIELDS } from "./sign-in-fields.ts";
import { words } from "./words.ts";

/** Asks for the address to mail a link for a new password to. The answer is the same for every address. */
export function ForgottenPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSubmittedForm({
    fields: FORGOTTEN_FIELDS,
    resolver: lazyResolver(() => import("./sign-in-check.ts").then(({ checkForgotten }) => checkForgotten)),
    initial: { email: "" },
    outcomes: { refused: words.noMail, unknown: words.tryAgain },
    send: async ({ email }) => {
      await ask("/api/password-reset", { email });
      return email;
    },
    onDone: setSentTo,
  });
  if (sentTo !== null) {
    return (
      <Banner tone="success" title={words.checkMail} announce>
        {words.mailSent(sentTo)}
      </Banner>
    );
  }
  return (
    <Form form={form} label={words.forgottenPassword}>
      <BoundField form={form} name="email">
        {(field) => <TextField {...field} type="email" name="email" autoComplete="username" autoFocus />}
      </BoundField>
      <Button type="submit" variant="primary" pending={form.isPending} className="mt-1 w-full">
        {words.mailMeALink}
      </Button>
    </Form>
  );
}
