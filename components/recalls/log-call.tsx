"use client";

import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { Button } from "#components/ui/button";
import { settings } from "#lib/browser/api/settings";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { RecallModel } from "#lib/resources/recalls/model";
import { words } from "./due-words.ts";

/**
 * Opens the form that adds an action to an open recall, with the practice's action for a call if it has one; hidden if
 * none can be added.
 */
export function LogCall({ recall }: { recall: RecallModel }) {
  const account = useAccount();
  const adding = useOperationAt("recall");
  const { openForm } = useAside();
  const { data } = useQuery(settings(account.id));
  if (recall.status !== "open" || !adding || !canStart(account, adding)) return null;
  const called = data?.recall_actions.find(({ name }) => /\bcall(ed)?\b/i.test(name));
  return (
    <Button
      size="sm"
      icon={<PhoneCall aria-hidden="true" />}
      aria-label={`${words.logCall}: ${recall.patient_name ?? recall.patient_mrn}, ${recall.reason}`}
      onPress={() => openForm(adding.id, { id: recall.id, ...(called && { action_taken: called.name }) })}
      // Drawn above the link that covers the row.
      className="relative z-1"
    >
      {words.logCall}
    </Button>
  );
}
