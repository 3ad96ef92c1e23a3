"use client";

import { useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { Refused } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { signInInput } from "#lib/sign-in/model";
import { PasswordField } from "./password-field.tsx";
import { ProviderButton } from "./provider-button.tsx";
import type { Refusal } from "./refusal.ts";
import { providerRefusalIn } from "./try-provider.ts";
import { trySignIn } from "./try-sign-in.ts";

const FIELDS = {
  email: { label: "Email", missing: "Enter your email address" },
  password: { label: "Password", missing: "Enter your password" },
};

interface SignInFormProps {
  /** The path of this site's page that follows. */
  next: string;
  /** Whether an account of the organization's own will do as well. */
  hasProvider: boolean;
  /** What this page's address says of why such an account did not. */
  refused: string | undefined;
}

/** Email and password. A refusal says the same whether the address is known or not. */
export function SignInForm({ next, hasProvider, refused }: SignInFormProps) {
  const [leaving, setLeaving] = useState(false);
  const [byProvider, setByProvider] = useState<Refusal | null>(() => providerRefusalIn(refused));
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const form = useSchemaForm({
    schema: signInInput,
    fields: FIELDS,
    initial: { email: "", password: "" },
    send: async ({ email, password }) => {
      setByProvider(null);
      const wrong = await trySignIn(email, password);
      if (wrong) throw new Refused(wrong);
    },
    onDone: () => {
      setLeaving(true);
      // A whole new page: nothing of what was loaded before signing in stays.
      window.location.assign(next);
    },
  });

  // There is nothing else to do here.
  useEffect(() => emailInput.current?.focus(), []);

  useEffect(() => {
    if (form.failure) passwordInput.current?.select();
  }, [form.failure]);

  const pending = form.isPending || leaving;
  return (
    <>
      {byProvider && (
        <div className="mb-4">
          <Banner tone="danger" title={byProvider.title} announce>
            {byProvider.next}
          </Banner>
        </div>
      )}
      <Form form={form}>
        <BoundField form={form} name="email">
          {(field) => <TextField {...field} type="email" name="email" autoComplete="username" inputRef={emailInput} />}
        </BoundField>
        <BoundField form={form} name="password">
          {(field) => <PasswordField {...field} inputRef={passwordInput} />}
        </BoundField>
        <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
          {pending ? "Signing in…" : "Sign in"}
        </Button>
      </Form>
      {hasProvider && <ProviderButton next={next} onRefused={setByProvider} />}
    </>
  );
}
