"use client";

import { words as findWords } from "#components/appointments/find-time/words.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { Button } from "#components/ui/button";
import { useFindTime } from "#lib/browser/page/find-time";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Opens the forms that move and cancel a visit, unless it is cancelled, and the openings of the patient's next one. */
export function VisitActions({ visit, onOpen }: { visit: AppointmentModel; onOpen: () => void }) {
  const account = useAccount();
  const [moving, cancelling] = [useOperationAt("visit-move"), useOperationAt("visit-cancellation")];
  const booking = useOperationAt("open-slot");
  const { openForm } = useAside();
  const { open: findTime } = useFindTime();
  const isEmbedded = useUserId() === undefined;
  const isCancelled = useMeanings().of(visit.status) === "cancelled";
  if (isEmbedded) return null;
  const next = booking && canStart(account, booking) && visit.patient_mrn !== "" && (
    <Button
      key="next"
      onPress={() => {
        onOpen();
        const { patient_mrn, provider_ehr_id, appointment_type } = visit;
        findTime("next", { patient_mrn, provider_ehr_id, ...(appointment_type && { appointment_type }) });
      }}
    >
      {findWords.nextVisit}
    </Button>
  );
  // The patient of a cancelled visit wants another one.
  if (isCancelled) return next || null;
  const standing = { datetime: visit.datetime, provider_ehr_id: visit.provider_ehr_id };
  const offered = [
    { operation: moving, prefill: { id: visit.id, ...standing } },
    { operation: cancelling, prefill: { id: visit.id } },
  ];
  const changes = offered.map(({ operation, prefill }) =>
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
    <>
      {changes}
      {next}
    </>
  );
}
