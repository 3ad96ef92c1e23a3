import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { categoryOf } from "#components/appointments/category";
import { changeStatus, type StatusChanges, statusChanges } from "#lib/browser/api/change-status";
import { isSupported, useAccount, useOperation } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** The status changes that were made in this tab, by the EMR's id of the appointment. */
export const useStatusChanges = (): StatusChanges => useQuery(statusChanges(useAccount().id)).data;

/** Whether the status of a record can be set: the account's EMR can do it, and it is an appointment. */
export function useCanChangeStatus(): (record: AppointmentModel) => boolean {
  const account = useAccount();
  const update = useOperation("appointments:update");
  const supported = update !== undefined && isSupported(account, update);
  return useCallback((record) => supported && categoryOf(record) === "appointment", [supported]);
}

/** Sets an appointment's status: it shows at once. */
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
