"use client";

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { TextField } from "#components/ui/text-field";
import { PasswordField } from "./password-field.tsx";
import { ProviderButton } from "./provider-button.tsx";
import type { Refusal } from "./refusal.ts";
import { providerRefusalIn } from "./try-provider.ts";
import { trySignIn } from "./try-sign-in.ts";

const MISSING = { email: "Enter your email address", password: "Enter your password" };

interface SignInFormProps {
  /** Path of the page to open after signing in. */
  next: string;
  /** Whether users can sign in through the organization's identity provider. */
  hasProvider: boolean;
  /** The reason in the URL why the identity provider's sign-in failed. */
  refused: string | undefined;
}

/** Signs in by email and password. A refusal does not reveal whether the address is registered. */
export function SignInForm({ next, hasProvider, refused }: SignInFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(() => providerRefusalIn(refused));
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  // The form is the page's only content, so it takes the focus.
  useEffect(() => emailInput.current?.focus(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setAsked(true);
    setRefusal(null);
    if (!email.trim()) return emailInput.current?.focus();
    if (!password) return passwordInput.current?.focus();
    setPending(true);
    const wrong = await trySignIn(email.trim(), password);
    if (wrong === null) {
      // A full page load discards all data loaded before signing in.
      window.location.assign(next);
      return;
    }
    setPending(false);
    setRefusal(wrong);
    passwordInput.current?.select();
  };

  return (
    <>
      {refusal && (
        <div className="mb-4">
          <Banner tone="danger" title={refusal.title} announce>
            {refusal.next}
          </Banner>
        </div>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          inputRef={emailInput}
          error={asked && !email.trim() ? MISSING.email : undefined}
        />
        <PasswordField
          value={password}
          onChange={setPassword}
          inputRef={passwordInput}
          error={asked && !password ? MISSING.password : undefined}
        />
        <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
          {pending ? "Signing in…" : "Sign in"}
        </Button>
      </form>
      {hasProvider && <ProviderButton next={next} onRefused={setRefusal} />}
    </>
  );
}
