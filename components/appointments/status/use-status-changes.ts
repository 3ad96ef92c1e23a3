import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { categoryOf } from "#components/appointments/category";
import { changeStatus, type StatusChanges, statusChanges } from "#lib/browser/api/change-status";
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

/** Returns a function that changes an appointment's status and shows the new one at once. */
export function useChangeStatus(): (record: AppointmentModel, status: string) => void {
  const { id: accountId } = useAccount();
  const { mutate } = useMutation(changeStatus(useQueryClient(), accountId));
  return useCallback(
    ({ emr_appointment_id, patient_name, status: from }, to) => {
      if (to === from) return;
      mutate({ emrAppointmentId: emr_appointment_id, patientName: patient_name, from, to, idempotencyKey: newId() });
    },
    [mutate],
  );
}
