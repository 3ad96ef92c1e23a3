import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { forgetMove, isSamePlace, movedVisit } from "#lib/browser/api/move-visit";
import { useAccountId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { useVisitMoves } from "./use-visit-moves.ts";

/** Returns the moves made in this tab, and what draws the visits where they move to. */
export function useMovedVisits() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const moves = useVisitMoves();
  return {
    moves,
    /** A visit that somebody else has moved is another entry: its place holds still. One that was moved here follows its drop. */
    keyOf: useCallback(
      ({ id, datetime, duration, provider_ehr_id }: AppointmentModel) => {
        const state = moves.get(id)?.state ?? "failed";
        return state === "failed" ? `${id} ${datetime} ${duration} ${provider_ehr_id}` : `${id} ${duration}`;
      },
      [moves],
    ),
    moved: useCallback(
      (rows: readonly AppointmentModel[]) =>
        moves.size === 0 ? rows : rows.map((record) => movedVisit(record, moves)),
      [moves],
    ),
    /** Forgets the moves that have ended and whose visits are shown where they are. */
    forgetArrived: useCallback(
      (rows: readonly AppointmentModel[]) => {
        for (const { id, from, state } of moves.values()) {
          if (state !== "completed") continue;
          if (!rows.some((record) => record.id === id && isSamePlace(record, from))) forgetMove(client, accountId, id);
        }
      },
      [client, accountId, moves],
    ),
  };
}
