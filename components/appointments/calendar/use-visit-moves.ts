import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { categoryOf } from "#components/appointments/category-of.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { moveVisit, type VisitMoves, type VisitPlace, visitMoves } from "#lib/browser/api/move-visit";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./move-words.ts";

/** Returns the moves made in this tab by the visit's id here. */
export const useVisitMoves = (): VisitMoves => useQuery(visitMoves(useAccount().id)).data;

/** Returns a function that checks whether a record takes its provider's time, as far as the calendar knows. */
export function useTakesTime(): (record: AppointmentModel) => boolean {
  const meanings = useMeanings();
  return useCallback(
    (record) => {
      const category = categoryOf(record);
      if (category !== "appointment") return category === "schedule_block";
      const meaning = meanings.of(record.status);
      return meaning !== "cancelled" && meaning !== "no_show";
    },
    [meanings],
  );
}

/**
 * Returns a function that checks whether a record can be moved in the calendar: a visit of today or later that has not ended,
 * where the EMR can move visits and the move is switched on. A move cannot be taken back in an embedded view, so none is offered.
 */
export function useCanMove(today: string): (record: AppointmentModel) => boolean {
  const account = useAccount();
  const operation = useOperationAt("visit-move");
  const isEmbedded = useUserId() === undefined;
  const canStartMove = operation !== undefined && canStart(account, operation) && !isEmbedded;
  const meanings = useMeanings();
  const takesTime = useTakesTime();
  return useCallback(
    (record) =>
      canStartMove &&
      categoryOf(record) === "appointment" &&
      record.datetime.slice(0, 10) >= today &&
      takesTime(record) &&
      meanings.of(record.status) !== "done",
    [canStartMove, today, takesTime, meanings],
  );
}

/**
 * Returns a function that moves a visit and shows it at its new place at once. A move that is still held is taken back first,
 * so that the last drop is the one that is sent.
 */
export function useMoveVisit(): (record: AppointmentModel, to: VisitPlace) => void {
  const { id: accountId } = useAccount();
  const client = useQueryClient();
  const { mutate } = useMutation(moveVisit(client, accountId, words.taken));
  return useCallback(
    (record, to) => {
      const pending = client.getQueryData<VisitMoves>(visitMoves(accountId).queryKey)?.get(record.id);
      if (pending?.state === "sending") return;
      const isPending = pending?.state === "running";
      mutate({
        id: record.id,
        title: visitTitle(record),
        from: isPending
          ? pending.from
          : {
              datetime: record.datetime,
              provider_ehr_id: record.provider_ehr_id,
              provider_name: record.provider_name,
            },
        to,
        replaces: isPending ? pending.jobId : null,
        idempotencyKey: newId(),
      });
    },
    [client, accountId, mutate],
  );
}
