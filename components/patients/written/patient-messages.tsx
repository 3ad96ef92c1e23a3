"use client";

import { MessageSquare } from "lucide-react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";

/** Explains why a patient's page lists no messages: a message names only its provider (interface 4.8). */
export function PatientMessages() {
  const account = useAccount();
  const sending = useOperationAt("messages");
  const { openForm } = useAside();
  const mayWrite = sending !== undefined && canStart(account, sending);
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<MessageSquare aria-hidden="true" />}
        title="Messages belong to no patient"
        action={
          mayWrite ? <Button onPress={() => openForm(sending.id)}>{`New ${sending.name.toLowerCase()}`}</Button> : null
        }
      >
        A message goes to a provider and does not name a patient. Sent messages are listed in Activity.
      </EmptyState>
    </div>
  );
}
