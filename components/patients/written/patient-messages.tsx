"use client";

import { MessageSquare } from "lucide-react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { useAside } from "#lib/browser/page/form-intent";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";

/** Why no messages stand on a patient's page: one names the provider it goes to and nobody else (interface 4.8). */
export function PatientMessages() {
  const account = useAccount();
  const sending = useOperationAt("messages");
  const { openForm } = useAside();
  const mayWrite = sending !== undefined && isSupported(account, sending);
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<MessageSquare aria-hidden="true" />}
        title="Messages belong to no patient"
        action={
          mayWrite ? <Button onPress={() => openForm(sending.id)}>{`New ${sending.name.toLowerCase()}`}</Button> : null
        }
      >
        A message goes to a provider and does not name the patient that it is about. Those that were sent stand in
        Activity.
      </EmptyState>
    </div>
  );
}
