"use client";

import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Opens the form that cancels a visit; nothing for one that is cancelled, or if none can be. */
export function VisitActions({ visit, onOpen }: { visit: AppointmentModel; onOpen: () => void }) {
  const account = useAccount();
  const cancelling = useOperationAt("visit-cancellation");
  const { openForm } = useAside();
  const isEmbedded = useUserId() === undefined;
  const isCancelled = useMeanings().of(visit.status) === "cancelled";
  if (isEmbedded || isCancelled || !cancelling || !canStart(account, cancelling)) return null;
  return (
    <Button
      onPress={() => {
        onOpen();
        openForm(cancelling.id, { id: visit.id });
      }}
    >
      {cancelling.title}
    </Button>
  );
}
