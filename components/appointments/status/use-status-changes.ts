import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { categoryOf } from "#components/appointments/category-of.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import {
  changeStatus,
  isChanging,
  isSending,
  type StatusChanges,
  shownStatus,
  statusChanges,
} from "#lib/browser/api/change-status";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Returns the status changes made in this tab by the appointment's EMR id. */
export const useStatusChanges = (): StatusChanges => useQuery(statusChanges(useAccount().id)).data;

/**
 * Returns a function that checks whether a record's status can be changed: the record is an appointment and the change
 * can be started.
 */
export function useCanChangeStatus(): (record: AppointmentModel) => boolean {
  const account = useAccount();
  const update = useOperationAt("appointment");
  const canUpdate = update !== undefined && canStart(account, update);
  return useCallback((record) => canUpdate && categoryOf(record) === "appointment", [canUpdate]);
}

/**
 * Returns a function that changes an appointment's status and shows the new one at once. A change that is still held is
 * taken back first, so that the last choice is the one that is sent.
 */
export function useChangeStatus(): (record: AppointmentModel, status: string) => void {
  const { id: accountId } = useAccount();
  const client = useQueryClient();
  const { mutate } = useMutation(changeStatus(client, accountId));
  return useCallback(
    (record, to) => {
      const { emr_appointment_id: emrAppointmentId, status: from } = record;
      const pending = client.getQueryData<StatusChanges>(statusChanges(accountId).queryKey)?.get(emrAppointmentId);
      const before = shownStatus(from, pending);
      if (isSending(pending) || to === before) return;
      const replaces = isChanging(pending) ? (pending?.jobId ?? null) : null;
      mutate({
        emrAppointmentId,
        patientName: visitTitle(record),
        from,
        to,
        before,
        replaces,
        idempotencyKey: newId(),
      });
    },
    [client, accountId, mutate],
  );
}
