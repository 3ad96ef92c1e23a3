import type { QueryClient } from "@tanstack/react-query";
import { type ApiFailure, mayHaveBeenSaved } from "./api-failure.ts";
import { submitOperation } from "./create-operation.ts";

/** A change of an appointment's status: pending, or its outcome. */
export interface StatusChange {
  emrAppointmentId: string;
  /** The name of the appointment's patient, for messages about the change. */
  patientName: string;
  from: string;
  to: string;
  state: "sending" | "running" | "completed" | "failed";
  /** The accepted operation's job; null until it is accepted. */
  jobId: number | null;
  /** Why the change failed; null otherwise. */
  reason: string | null;
}

/** Changes by the appointment's id in the EMR, the newest last. */
export type StatusChanges = ReadonlyMap<string, StatusChange>;

export interface NewStatus extends Pick<StatusChange, "emrAppointmentId" | "patientName" | "from" | "to"> {
  /** One key per choice of a status, so that repeating the request is safe. */
  idempotencyKey: string;
}

const NONE: StatusChanges = new Map();

const changesKey = (accountId: string) => ["status-changes", accountId] as const;

/** The changes made in this tab. The query is never fetched. */
export const statusChanges = (accountId: string) => ({
  queryKey: changesKey(accountId),
  queryFn: () => NONE,
  initialData: NONE,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const isUnderWay = ({ state }: StatusChange) => state === "sending" || state === "running";

/** Returns the status to show: the chosen one, or the record's if the change failed. */
export const shownStatus = (status: string, change: StatusChange | undefined): string =>
  change && isUnderWay(change) ? change.to : status;

/** Checks whether a change is pending, since a second one must wait for it. */
export const isChanging = (change: StatusChange | undefined): boolean => change !== undefined && isUnderWay(change);

function put(client: QueryClient, accountId: string, id: string, change: StatusChange | null): void {
  client.setQueryData<StatusChanges>(changesKey(accountId), (known = NONE) => {
    const next = new Map(known);
    next.delete(id);
    if (change) next.set(id, change);
    return next;
  });
}

function alter(client: QueryClient, accountId: string, id: string, altered: Partial<StatusChange>): void {
  const known = client.getQueryData<StatusChanges>(changesKey(accountId))?.get(id);
  if (known) put(client, accountId, id, { ...known, ...altered });
}

const refusalWords = (failure: ApiFailure): string =>
  mayHaveBeenSaved(failure) ? `${failure.message}. Whether it was accepted shows in Activity` : failure.message;

/**
 * PATCH /appointments (decisions §5), as the options of a mutation: shows the change at once and reverts it if it is
 * refused.
 */
export const changeStatus = (client: QueryClient, accountId: string) => ({
  ...submitOperation(accountId),
  mutationFn: ({ emrAppointmentId, to, idempotencyKey }: NewStatus) =>
    submitOperation(accountId).mutationFn({
      method: "PATCH",
      path: "/appointments",
      body: { emr_appointment_id: emrAppointmentId, status: to },
      idempotencyKey,
    }),
  onMutate: ({ idempotencyKey: _key, ...change }: NewStatus) =>
    put(client, accountId, change.emrAppointmentId, { ...change, state: "sending", jobId: null, reason: null }),
  onSuccess: ({ job_id }: { job_id?: number | string }, { emrAppointmentId }: NewStatus) =>
    alter(client, accountId, emrAppointmentId, { state: "running", jobId: Number(job_id) }),
  onError: (failure: Error, { emrAppointmentId }: NewStatus) =>
    alter(client, accountId, emrAppointmentId, { state: "failed", reason: refusalWords(failure as ApiFailure) }),
});

/**
 * Records the outcome of a change's job: `reason` if it failed. The records are read again before the change is
 * dropped, so that the old status never shows in between.
 */
export async function settleChange(
  client: QueryClient,
  accountId: string,
  id: string,
  reason: string | null,
): Promise<void> {
  await client.invalidateQueries({ queryKey: ["appointments", accountId] });
  alter(client, accountId, id, { state: reason === null ? "completed" : "failed", reason });
}

/** Forgets a change after the user has seen its outcome. */
export const forgetChange = (client: QueryClient, accountId: string, id: string): void =>
  put(client, accountId, id, null);
