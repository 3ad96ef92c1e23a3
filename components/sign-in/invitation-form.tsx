"use client";

import { type SubmitEvent, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { TextField } from "#components/ui/text-field";
import { acceptedInvitation } from "#lib/administration/users/model";
import { problemsOf } from "#lib/kernel/validation";
import { acceptInvitation, type Invitation } from "./invitation.ts";
import { PasswordField } from "./password-field.tsx";
import { trySignIn } from "./try-sign-in.ts";

const LABELS = { name: "Name", password: "Password" };

/** Sets the name and password of an invited user, then signs them in. */
export function InvitationForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const body = { token, name, password };
  const parsed = acceptedInvitation.safeParse(body);
  const problems = parsed.success ? [] : problemsOf(parsed.error, body);
  const problem = (name: keyof typeof LABELS) => {
    const found = asked && problems.find(({ field }) => field === name);
    return found ? `${LABELS[name]} ${found.message}` : undefined;
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setAsked(true);
    setRefusal(null);
    if (!parsed.success) {
      const first = problems.some(({ field }) => field === "name") ? nameInput : passwordInput;
      return first.current?.focus();
    }
    setPending(true);
    try {
      const { email } = await acceptInvitation(parsed.data);
      const refused = await trySignIn(email, password);
      // A full page load removes the link's token from the URL.
      window.location.replace(refused === null ? "/" : "/sign-in");
    } catch (error) {
      setPending(false);
      setRefusal(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <form noValidate aria-label="Choose a password" onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm break-words text-muted">
        For <strong className="font-medium text-fg">{invitation.email}</strong> at {invitation.organization_name}. If
        you also sign in here for another organization with this address, choose a different password: the password
        selects the organization.
      </p>
      {refusal ? (
        <Banner tone="danger" title={refusal} announce>
          No password was set.
        </Banner>
      ) : null}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        help="As colleagues see it"
        value={name}
        onChange={setName}
        inputRef={nameInput}
        error={problem("name")}
      />
      <PasswordField
        isNew
        value={password}
        onChange={setPassword}
        inputRef={passwordInput}
        error={problem("password")}
      />
      <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
        {pending ? "Signing in…" : "Set the password and sign in"}
      </Button>
    </form>
  );
}
