"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Confirm } from "#components/ui/confirm";
import { IconButton } from "#components/ui/icon-button";
import { discardDraft, draftsKey } from "#lib/browser/api/drafts";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

/** A button that discards a draft after a confirmation. `name` is what was drafted. */
export function DiscardDraft({ id, name }: { id: string; name: string }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={words.discardNamed(name)} onPress={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      {asking ? (
        <Confirm
          title={words.discardThis}
          action={words.discardNamed(name)}
          danger
          onConfirm={async () => {
            try {
              await discardDraft(accountId, id);
            } finally {
              // Someone else may have sent or discarded it first.
              await client.invalidateQueries({ queryKey: draftsKey(accountId) });
            }
          }}
          onClose={() => setAsking(false)}
        >
          {words.discardEffect}
        </Confirm>
      ) : null}
    </>
  );
}
