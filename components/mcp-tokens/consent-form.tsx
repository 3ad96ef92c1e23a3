"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import type { Choice } from "#components/ui/choice";
import { Select } from "#components/ui/select";
import { grantOAuth } from "#lib/browser/api/oauth-grants";
import { words } from "./grant-words.ts";
import { ScopeGroup } from "./scope-group.tsx";

interface ConsentFormProps {
  /** The parameters of the client's request and the person who is asked, which go with the consent. */
  request: Record<string, string | null>;
  accounts: readonly Choice[];
  /** What the person may let it read and draft; empty if the client has not asked for it. */
  reads: readonly Choice[];
  drafts: readonly Choice[];
  /** The client's redirect URI with a refusal. */
  deniedAddress: string;
}

/** Lets the signed-in person choose the account and the scopes of a grant, and sends the browser back to the client. */
export function ConsentForm({ request, accounts, reads, drafts, deniedAddress }: ConsentFormProps) {
  const [account, setAccount] = useState(accounts[0]?.id ?? "");
  const [mayRead, setMayRead] = useState<string[]>([]);
  const [mayDraft, setMayDraft] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setPending(true);
    grantOAuth(account, { ...request, reads: mayRead, drafts: mayDraft }).then(
      ({ redirect_to }) => window.location.assign(redirect_to),
      (error: Error) => {
        setProblem(error.message);
        setPending(false);
      },
    );
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={send}>
      {accounts.length > 1 ? (
        <Select label={words.linkedAccount} value={account} onChange={setAccount} options={accounts} />
      ) : null}
      {reads.length > 0 ? (
        <ScopeGroup label={words.reads} help={words.readsHelp} value={mayRead} onChange={setMayRead} options={reads} />
      ) : null}
      {drafts.length > 0 ? (
        <ScopeGroup
          label={words.drafts}
          help={words.draftsHelp}
          value={mayDraft}
          onChange={setMayDraft}
          options={drafts}
        />
      ) : null}
      {problem ? <Banner tone="danger" title={problem} announce /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button isDisabled={pending} onPress={() => window.location.assign(deniedAddress)}>
          {words.refuse}
        </Button>
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          isDisabled={mayRead.length + mayDraft.length === 0 || account === ""}
        >
          {words.allow}
        </Button>
      </div>
      <p className="text-xs text-faint">{words.limits}</p>
    </form>
  );
}
