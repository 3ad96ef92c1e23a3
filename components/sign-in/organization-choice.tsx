"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import type { ShownOrganization } from "#lib/sign-in/provider-choice/choose";
import { choose } from "./choose.ts";
import { PasswordProof } from "./password-proof.tsx";
import { words } from "./words.ts";

interface OrganizationChoiceProps {
  /** Path of the page to open after the choice. */
  next: string;
  organizations: readonly ShownOrganization[];
}

/** Lets a person choose, whom the deployment's provider has signed in; where they have a password, they prove it once. */
export function OrganizationChoice({ next, organizations }: OrganizationChoiceProps) {
  const [only] = organizations.length === 1 ? organizations : [];
  const [chosen, setChosen] = useState<ShownOrganization | null>(only ?? null);
  const [pending, setPending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // A full page load discards all data loaded before signing in.
  const leave = () => window.location.assign(next);
  const take = (organization: ShownOrganization) => {
    setProblem(null);
    if (organization.needsPassword) {
      setChosen(organization);
      return;
    }
    setPending(organization.id);
    choose({ organization_id: organization.id }).then(leave, (error: Error) => {
      setProblem(error.message);
      setPending(null);
    });
  };
  if (chosen?.needsPassword) {
    return <PasswordProof organization={chosen} onDone={leave} onBack={only ? null : () => setChosen(null)} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {only ? null : <p className="text-sm text-muted">{words.severalOrganizations}</p>}
      {problem ? <Banner tone="danger" title={problem} announce /> : null}
      {organizations.map((organization) => (
        <Button
          key={organization.id}
          pending={pending === organization.id}
          isDisabled={pending !== null}
          onPress={() => take(organization)}
          className="w-full"
        >
          {words.open(organization.names.join(", "))}
        </Button>
      ))}
    </div>
  );
}
