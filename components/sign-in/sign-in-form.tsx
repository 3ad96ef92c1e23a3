"use client";

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { TextField } from "#components/ui/text-field";
import { PasswordField } from "./password-field.tsx";
import { type Refusal, trySignIn } from "./try-sign-in.ts";

const MISSING = { email: "Enter your email address", password: "Enter your password" };

/**
 * Email and password. A refusal says the same whether the address is known or not. `next` is the path of this site's
 * page that follows.
 */
export function SignInForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  // There is nothing else to do here.
  useEffect(() => emailInput.current?.focus(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setAsked(true);
    setRefusal(null);
    if (!email.trim()) return emailInput.current?.focus();
    if (!password) return passwordInput.current?.focus();
    setPending(true);
    const refused = await trySignIn(email.trim(), password);
    if (refused === null) {
      // A whole new page: nothing of what was loaded before signing in stays.
      window.location.assign(next);
      return;
    }
    setPending(false);
    setRefusal(refused);
    passwordInput.current?.select();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refusal && (
        <Banner tone="danger" title={refusal.title} announce>
          {refusal.next}
        </Banner>
      )}
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
  );
}
