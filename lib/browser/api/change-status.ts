import type { QueryClient } from "@tanstack/react-query";
import { type ApiFailure, mayHaveBeenSaved } from "./api-failure.ts";
import { submitOperation } from "./create-operation.ts";

/** The status of an appointment on its way into the EMR, or what became of it. */
export interface StatusChange {
  emrAppointmentId: string;
  /** Whose appointment it is, for the words that tell of it. */
  patientName: string;
  from: string;
  to: string;
  state: "sending" | "running" | "completed" | "failed";
  /** The accepted operation's job. */
  jobId: number | null;
  /** Why it failed. */
  reason: string | null;
}

/** By the EMR's id of the appointment; the newest last. */
export type StatusChanges = ReadonlyMap<string, StatusChange>;

export interface NewStatus extends Pick<StatusChange, "emrAppointmentId" | "patientName" | "from" | "to"> {
  /** One for each time that somebody chooses a status: repeating it is safe. */
  idempotencyKey: string;
}

const NONE: StatusChanges = new Map();

const changesKey = (accountId: string) => ["status-changes", accountId] as const;

/** A query that is never fetched: the changes that were made in this tab. */
export const statusChanges = (accountId: string) => ({
  queryKey: changesKey(accountId),
  queryFn: () => NONE,
  initialData: NONE,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const isUnderWay = ({ state }: StatusChange) => state === "sending" || state === "running";

/** The status to show: the chosen one at once, and the record's own again where the change failed. */
export const shownStatus = (status: string, change: StatusChange | undefined): string =>
  change && isUnderWay(change) ? change.to : status;

/** Whether a change is on its way, so that no second one may be made. */
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

/** PATCH /appointments (decisions §5), as the options of a mutation: it shows at once, and moves back where it is refused. */
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

/** Takes what became of a change's job: `reason` where it failed. The records are read anew before the change lets go of them. */
export async function settleChange(
  client: QueryClient,
  accountId: string,
  id: string,
  reason: string | null,
): Promise<void> {
  await client.invalidateQueries({ queryKey: ["appointments", accountId] });
  alter(client, accountId, id, { state: reason === null ? "completed" : "failed", reason });
}

/** Forgets a change whose outcome was read. */
export const forgetChange = (client: QueryClient, accountId: string, id: string): void =>
  put(client, accountId, id, null);
