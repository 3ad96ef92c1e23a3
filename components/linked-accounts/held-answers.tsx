"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { startSync } from "#lib/browser/api/account-sync";
import { useAccountId } from "#lib/browser/session/account";
import { heldWords, kindWords, lostWords } from "./sync-words.ts";

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
            title={`${title}. Nothing was removed.`}
            action={
              mayAccept ? (
                <Button
                  size="sm"
                  aria-label={`Accept the short answer: ${kindWords(kind.kind)}`}
                  onPress={() => setAsked(kind)}
                >
                  Accept…
                </Button>
              ) : null
            }
          >
            {kind.reason ?? "It may be a fault of the EMR. Its answer was stored."}
          </Banner>
        );
      })}
      {asked ? (
        <Confirm
          title={`Remove ${lostWords(asked)}?`}
          action={`Remove ${lostWords(asked)}`}
          danger
          onConfirm={async () => {
            await startSync(accountId, [asked.kind]);
            await onAccepted();
          }}
          onClose={() => setAsked(null)}
        >
          {heldWords(asked)}. A sync starts now, and its next complete reading removes the others here, unless the
          answer is shorter still. Nothing is removed in the EMR. Records that the EMR returns again come back with the
          sync after that.
        </Confirm>
      ) : null}
    </>
  );
}
