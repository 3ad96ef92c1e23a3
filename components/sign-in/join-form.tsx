"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { type Invitation, joinOrganization } from "./invitation.ts";
import { words } from "./words.ts";

interface JoinFormProps {
  token: string;
  invitation: Invitation;
  /** Called if the person wants a password of its own for this organization. */
  onSeparate: () => void;
}

/** Asks the signed-in person whether to join the organization with the same sign-in. */
export function JoinForm({ token, invitation, onSeparate }: JoinFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const join = () => {
    setPending(true);
    setProblem(null);
    joinOrganization(token).then(
      // A full page load: nothing of the other organization stays in memory.
      () => window.location.replace("/"),
      (error: Error) => {
        setProblem(error.message);
        setPending(false);
      },
    );
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm break-words text-muted">
        {words.signedInAs} <strong className="font-medium text-fg">{invitation.email}</strong>.{" "}
        {words.joinHint(invitation.organization_name)}
      </p>
      {problem ? <Banner tone="danger" title={problem} announce /> : null}
      <Button variant="primary" pending={pending} onPress={join} className="w-full">
        {words.join(invitation.organization_name)}
      </Button>
      <Button onPress={onSeparate} isDisabled={pending} className="w-full">
        {words.separatePassword}
      </Button>
    </div>
  );
}
