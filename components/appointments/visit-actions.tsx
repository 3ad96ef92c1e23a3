"use client";

import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Opens the forms that move and cancel a visit; nothing for one that is cancelled, or if neither can be. */
export function VisitActions({ visit, onOpen }: { visit: AppointmentModel; onOpen: () => void }) {
  const account = useAccount();
  const [moving, cancelling] = [useOperationAt("visit-move"), useOperationAt("visit-cancellation")];
  const { openForm } = useAside();
  const isEmbedded = useUserId() === undefined;
  const isCancelled = useMeanings().of(visit.status) === "cancelled";
  if (isEmbedded || isCancelled) return null;
  const standing = { datetime: visit.datetime, provider_ehr_id: visit.provider_ehr_id };
  const offered = [
    { operation: moving, prefill: { id: visit.id, ...standing } },
    { operation: cancelling, prefill: { id: visit.id } },
  ];
  return offered.map(({ operation, prefill }) =>
    operation && canStart(account, operation) ? (
      <Button
        key={operation.id}
        onPress={() => {
          onOpen();
          openForm(operation.id, prefill);
        }}
      >
        {operation.title}
      </Button>
    ) : null,
  );
}
