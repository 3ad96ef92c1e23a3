"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { whyNoPasskeys } from "#components/second-factor/passkeys.ts";
import { CODE_FIELD } from "#components/second-factor/words.ts";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { failureWords, Refused } from "#lib/browser/forms/failure-words";
import { lazyResolver } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { proveByCode, proveByPasskey } from "./second-step.ts";
import { words } from "./words.ts";

const OUTCOMES = { refused: words.notSignedIn, unknown: words.tryAgain };

/** Says what to do after a failed passkey. */
function wordsOf(error: unknown) {
  if (error instanceof Refused) return error.words;
  return failureWords(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)), 0, OUTCOMES);
}

interface SecondStepFormProps {
  /** Path of the page to open after signing in. */
  next: string;
  hasPasskeys: boolean;
  /** The origin at which passkeys work; null if they work nowhere. */
  passkeysAt: string | null;
}

/** Asks for the second factor after the password. */
export function SecondStepForm({ next, hasPasskeys, passkeysAt }: SecondStepFormProps) {
  const [byPasskey, setByPasskey] = useState<"asking" | ReturnType<typeof wordsOf> | null>(null);
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    // A full page load discards all data loaded before signing in.
    window.location.assign(next);
  };
  const form = useSubmittedForm({
    fields: CODE_FIELD,
    resolver: lazyResolver(() => import("#components/second-factor/code-check.ts").then(({ checkCode }) => checkCode)),
    initial: { code: "" },
    outcomes: OUTCOMES,
    // A code works once.
    retries: 0,
    send: ({ code }) => {
      setByPasskey(null);
      return proveByCode(code);
    },
    onDone: leave,
  });
  const takePasskey = async () => {
    setByPasskey("asking");
    try {
      await proveByPasskey();
      leave();
    } catch (error) {
      setByPasskey(wordsOf(error));
    }
  };
  const reason = hasPasskeys ? whyNoPasskeys(passkeysAt) : null;
  const pending = form.isPending || leaving;
  return (
    <div className="flex flex-col gap-4">
      {byPasskey !== null && byPasskey !== "asking" ? (
        <Banner tone="danger" title={byPasskey.title} announce>
          {byPasskey.next}
        </Banner>
      ) : null}
      {hasPasskeys && reason === null ? (
        <Button
          icon={<KeyRound aria-hidden="true" />}
          pending={byPasskey === "asking"}
          onPress={() => void takePasskey()}
          className="w-full"
        >
          {words.useAPasskey}
        </Button>
      ) : null}
      {reason ? (
        <Banner tone="info" title={words.passkeyNotHere}>
          {reason} {words.orRecoveryCode}
        </Banner>
      ) : null}
      <Form form={form} label={words.secondFactor}>
        <BoundField form={form} name="code">
          {(field) => <TextField {...field} name="code" autoComplete="one-time-code" autoFocus />}
        </BoundField>
        <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
          {pending ? words.signingIn : words.signIn}
        </Button>
      </Form>
    </div>
  );
}
