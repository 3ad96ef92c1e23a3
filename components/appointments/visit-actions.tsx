"use client";

import { words as findWords } from "#components/appointments/find-time/words.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { Button } from "#components/ui/button";
import { useFindTime } from "#lib/browser/page/find-time";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useOperations, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/**
 * Opens the forms that begin with a visit, those that move and cancel it, unless it is cancelled, and the openings of the
 * patient's next one.
 */
export function VisitActions({ visit, onOpen }: { visit: AppointmentModel; onOpen: () => void }) {
  const account = useAccount();
  const [moving, cancelling] = [useOperationAt("visit-move"), useOperationAt("visit-cancellation")];
  const booking = useOperationAt("open-slot");
  const operations = useOperations();
  const { openForm } = useAside();
  const { open: findTime } = useFindTime();
  const isEmbedded = useUserId() === undefined;
  const isCancelled = useMeanings().of(visit.status) === "cancelled";
  if (isEmbedded) return null;
  const begun = operations.flatMap((operation) => {
    const { fromVisit } = operation;
    if (!fromVisit || visit.patient_mrn === "") return [];
    return [
      { operation, prefill: Object.fromEntries(Object.entries(fromVisit).map(([to, from]) => [to, visit[from]])) },
    ];
  });
  const standing = { datetime: visit.datetime, provider_ehr_id: visit.provider_ehr_id };
  const changes = [
    { operation: moving, prefill: { id: visit.id, ...standing } },
    { operation: cancelling, prefill: { id: visit.id } },
  ];
  const buttons = (offered: readonly { operation: typeof moving; prefill: Record<string, string> }[]) =>
    offered.map(({ operation, prefill }) =>
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
  return (
    <div className="flex w-full flex-wrap gap-2">
      {buttons(begun)}
      {booking && canStart(account, booking) && visit.patient_mrn !== "" ? (
        <Button
          onPress={() => {
            onOpen();
            const { patient_mrn, provider_ehr_id, appointment_type } = visit;
            findTime("next", { patient_mrn, provider_ehr_id, ...(appointment_type && { appointment_type }) });
          }}
        >
          {findWords.nextVisit}
        </Button>
      ) : null}
      {isCancelled ? null : buttons(changes)}
    </div>
  );
}
