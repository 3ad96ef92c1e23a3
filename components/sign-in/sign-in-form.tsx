"use client";

import { useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { PasswordField } from "#components/ui/password-field";
import { TextField } from "#components/ui/text-field";
import { Refused } from "#lib/browser/forms/failure-words";
import { lazyResolver, loadAhead } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { forgetLockedBy, lockedBy } from "#lib/browser/session/locked-by";
import { secondStepAddress } from "#lib/sign-in/return-address";
import { ProviderButton } from "./provider-button.tsx";
import type { Refusal } from "./refusal.ts";
import { SIGN_IN_FIELDS } from "./sign-in-fields.ts";
import { providerRefusalIn } from "./try-provider.ts";
import { trySignIn } from "./try-sign-in.ts";
import { words } from "./words.ts";

const loadCheck = () => import("./sign-in-check.ts").then(({ checkSignIn }) => checkSignIn);

/** Loads the code of a submission, which the first view omits, while the user types. */
function loadSubmission() {
  loadAhead(loadCheck);
  loadAhead(() => import("next-auth/react"));
}

interface SignInFormProps {
  /** Path of the page to open after signing in. */
  next: string;
  /** Whether a person has locked this browser: to them `next` leads back, to anybody else the start page is opened. */
  isLocked: boolean;
  /** Whether users can sign in through the organization's identity provider. */
  hasProvider: boolean;
  /** The reason in the URL why the identity provider's sign-in failed. */
  refused: string | undefined;
}

/** Signs in by email and password. A refusal does not reveal whether the address is registered. */
export function SignInForm({ next, isLocked, hasProvider, refused }: SignInFormProps) {
  const [leaving, setLeaving] = useState(false);
  const [byProvider, setByProvider] = useState<Refusal | null>(() => providerRefusalIn(refused));
  const passwordInput = useRef<HTMLInputElement>(null);
  const form = useSubmittedForm({
    fields: SIGN_IN_FIELDS,
    resolver: lazyResolver(loadCheck),
    initial: { email: "", password: "" },
    send: async ({ email, password }) => {
      setByProvider(null);
      const outcome = await trySignIn(email, password);
      if (typeof outcome === "object") throw new Refused(outcome);
      return { outcome, isOther: isLocked && email.trim().toLowerCase() !== lockedBy()?.toLowerCase() };
    },
    onDone: ({ outcome, isOther }) => {
      setLeaving(true);
      forgetLockedBy();
      const page = isOther ? "/" : next;
      // A full page load discards all data loaded before signing in.
      window.location.assign(outcome === "second-step" ? secondStepAddress(page) : page);
    },
  });
  const { setValue } = form.methods;

  useEffect(() => {
    const known = isLocked ? lockedBy() : null;
    if (known === null) return;
    setValue("email", known);
    passwordInput.current?.focus();
  }, [isLocked, setValue]);

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
      <Form form={form} onFocus={loadSubmission}>
        <BoundField form={form} name="email">
          {(field) => <TextField {...field} type="email" name="email" autoComplete="username" autoFocus />}
        </BoundField>
        <BoundField form={form} name="password">
          {(field) => <PasswordField {...field} inputRef={passwordInput} />}
        </BoundField>
        <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
          {pending ? words.signingIn : words.signIn}
        </Button>
      </Form>
      {hasProvider && <ProviderButton next={next} onRefused={setByProvider} />}
    </>
  );
}
