"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { startSync } from "#lib/browser/api/account-sync";
import { useAccountId } from "#lib/browser/session/account";
import { heldWords, kindWords, lostWords } from "./sync-words.ts";
import { words } from "./words.ts";

interface HeldAnswersProps {
  kinds: readonly SyncKindModel[];
  mayAccept: boolean;
  onAccepted: () => Promise<unknown>;
}

/** Shows each suspiciously short answer of the EMR, and lets an admin accept it after seeing its numbers. */
export function HeldAnswers({ kinds, mayAccept, onAccepted }: HeldAnswersProps) {
  const accountId = useAccountId();
  const [asked, setAsked] = useState<SyncKindModel | null>(null);
  return (
    <>
      {kinds.map((kind) => {
        const title = heldWords(kind);
        if (title === null) return null;
        return (
          <Banner
            key={kind.kind}
            tone="warning"
            title={words.nothingRemoved(title)}
            action={
              mayAccept ? (
                <Button size="sm" aria-label={words.acceptAnswer(kindWords(kind.kind))} onPress={() => setAsked(kind)}>
                  {words.accept}
                </Button>
              ) : null
            }
          >
            {kind.reason ?? words.maybeAFault}
          </Banner>
        );
      })}
      {asked ? (
        <Confirm
          title={`${words.removeRecords(lostWords(asked))}?`}
          action={words.removeRecords(lostWords(asked))}
          danger
          onConfirm={async () => {
            await startSync(accountId, [asked.kind]);
            await onAccepted();
          }}
          onClose={() => setAsked(null)}
        >
          {words.acceptEffect(heldWords(asked) ?? "")}
        </Confirm>
      ) : null}
    </>
  );
}
