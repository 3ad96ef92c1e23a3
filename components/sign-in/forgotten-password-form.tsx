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

/** Asks for the address to mail a link for a new password to. The answer is the same for every address. */
export function ForgottenPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSubmittedForm({
    fields: FORGOTTEN_FIELDS,
    resolver: lazyResolver(() => import("./sign-in-check.ts").then(({ checkForgotten }) => checkForgotten)),
    initial: { email: "" },
    outcomes: { refused: "No mail is sent.", unknown: "Try again." },
    send: async ({ email }) => {
      await ask("/api/password-reset", { email });
      return email;
    },
    onDone: setSentTo,
  });
  if (sentTo !== null) {
    return (
      <Banner tone="success" title="Look into your mail" announce>
        If {sentTo} has a password here, a link for a new one is on its way. It works once, within an hour.
      </Banner>
    );
  }
  return (
    <Form form={form} label="Forgotten password">
      <BoundField form={form} name="email">
        {(field) => <TextField {...field} type="email" name="email" autoComplete="username" autoFocus />}
      </BoundField>
      <Button type="submit" variant="primary" pending={form.isPending} className="mt-1 w-full">
        Mail me a link
      </Button>
    </Form>
  );
}
