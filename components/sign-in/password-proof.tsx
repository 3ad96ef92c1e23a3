"use client";

import { useState } from "react";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { PasswordField } from "#components/ui/password-field";
import { lazyResolver } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import type { ShownOrganization } from "#lib/sign-in/provider-choice/choose";
import { choose } from "./choose.ts";
import { PROOF_FIELDS } from "./sign-in-fields.ts";
import { words } from "./words.ts";

interface PasswordProofProps {
  organization: ShownOrganization;
  onDone: () => void;
  /** Leads back to the other organizations; null if there are none. */
  onBack: (() => void) | null;
}

/** Asks for the password at the chosen organization, once. */
export function PasswordProof({ organization, onDone, onBack }: PasswordProofProps) {
  const [leaving, setLeaving] = useState(false);
  const form = useSubmittedForm({
    fields: PROOF_FIELDS,
    resolver: lazyResolver(() => import("./sign-in-check.ts").then(({ checkProof }) => checkProof)),
    initial: { password: "" },
    outcomes: { refused: words.notBound, unknown: words.tryAgain },
    send: ({ password }) => choose({ organization_id: organization.id, password }),
    onDone: () => {
      setLeaving(true);
      onDone();
    },
  });
  const pending = form.isPending || leaving;
  return (
    <Form form={form} label={words.provePassword}>
      <p className="text-sm text-muted">{words.provedOnce(organization.names.join(", "))}</p>
      <BoundField form={form} name="password">
        {(field) => <PasswordField {...field} />}
      </BoundField>
      <Button type="submit" variant="primary" pending={pending} className="mt-1 w-full">
        {pending ? words.signingIn : words.signIn}
      </Button>
      {onBack ? (
        <Button onPress={onBack} isDisabled={pending} className="w-full">
          {words.otherOrganization}
        </Button>
      ) : null}
    </Form>
  );
}
