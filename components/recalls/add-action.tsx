"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { isSupported, useAccount, useOperation } from "#lib/browser/session/account";
import type { RecallModel } from "#lib/resources/recalls/model";

/** Opens the form that adds an action to this recall. Nothing for a closed one, or where the EMR takes none. */
export function AddAction({ recall }: { recall: RecallModel }) {
  const account = useAccount();
  const adding = useOperation("recall-actions:create");
  const { openForm } = useAside();
  if (recall.status !== "open" || !adding || !isSupported(account, adding)) return null;
  return (
    <Button
      size="sm"
      icon={<Plus aria-hidden="true" />}
      aria-label={`Add action: ${recall.reason}`}
      onPress={() => openForm(adding.id, { id: recall.id })}
      // Above the link that covers its row.
      className="relative z-1"
    >
      Add action
    </Button>
  );
}
