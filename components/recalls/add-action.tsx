"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { RecallModel } from "#lib/resources/recalls/model";
import { words } from "./words.ts";

/** Opens the form that adds an action to this recall; hidden for a closed recall, or if none can be added. */
export function AddAction({ recall }: { recall: RecallModel }) {
  const account = useAccount();
  const adding = useOperationAt("recall");
  const { openForm } = useAside();
  if (recall.status !== "open" || !adding || !canStart(account, adding)) return null;
  return (
    <Button
      size="sm"
      icon={<Plus aria-hidden="true" />}
      aria-label={`${words.addAction}: ${recall.reason}`}
      onPress={() => openForm(adding.id, { id: recall.id })}
      // Drawn above the link that covers the row.
      className="relative z-1"
    >
      {words.addAction}
    </Button>
  );
}
