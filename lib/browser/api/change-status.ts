import type { QueryClient } from "@tanstack/react-query";
import { isEmbedded } from "#lib/browser/session/authority";
import type { ApiFailure } from "./api-failure.ts";
import { type Acceptance, submitOperation } from "./create-operation.ts";
import { takeBack } from "./job-change.ts";
import { jobsKey } from "./jobs.ts";
import type { Route } from "./routes.ts";

/** A change of an appointment's status: pending, or its outcome. */
export interface StatusChange {
  emrAppointmentId: string;
  /** The name of the appointment's patient, for messages about the change. */
  patientName: string;
  from: string;
  to: string;
  /** The status that was shown when this one was chosen: the record's, or that of a change that this one replaces. */
  before: string;
  state: "sending" | "running" | "completed" | "failed";
  /** The accepted operation's job; null until it is accepted. */
  jobId: number | null;
  /** Why the change failed; null otherwise. */
  reason: string | null;
}

/** Changes by the appointment's id in the EMR, the newest last. */
export type StatusChanges = ReadonlyMap<string, StatusChange>;

export interface NewStatus extends Pick<StatusChange, "emrAppointmentId" | "patientName" | "from" | "to" | "before"> {
  /** The job of the visit's change under way, which this one replaces if it is still held; null if there is none. */
  replaces: number | null;
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

/** Checks whether a change is being sent to the server, since a second one must wait for the answer. */
export const isSending = (change: StatusChange | undefined): boolean => change?.state === "sending";

/** Checks whether a change is pending. */
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
  failure.mayHaveBeenSaved ? `${failure.message}. Whether it was accepted shows in Activity` : failure.message;

/** Seconds in which a change can be taken back, until it is sent to the EMR (decisions §6). */
export const HOLD_SECONDS = 6;

/**
 * PATCH /appointments (decisions §5), as the options of a mutation: shows the change at once and reverts it if it is
 * refused. The job is held for some seconds; an embedded view cannot hold one. A held change that is replaced by the
 * record's own status is only taken back, and the result is null.
 */
export const changeStatus = (client: QueryClient, accountId: string) => ({
  ...submitOperation(accountId),
  mutationFn: async ({
    emrAppointmentId,
    from,
    to,
    replaces,
    idempotencyKey,
  }: NewStatus): Promise<Acceptance | null> => {
    const isTakenBack = replaces !== null && (await takeBack(accountId, replaces));
    if (isTakenBack && to === from) return null;
    return submitOperation(accountId).mutationFn({
      route: "PATCH /appointments" satisfies Route,
      input: { emr_appointment_id: emrAppointmentId, status: to },
      idempotencyKey,
      ...(isEmbedded() ? {} : { holdSeconds: HOLD_SECONDS }),
    });
  },
  onMutate: ({ idempotencyKey: _key, replaces: _replaces, ...change }: NewStatus) =>
    put(client, accountId, change.emrAppointmentId, { ...change, state: "sending", jobId: null, reason: null }),
  onSuccess: (accepted: Acceptance | null, { emrAppointmentId }: NewStatus) => {
    if (accepted) alter(client, accountId, emrAppointmentId, { state: "running", jobId: Number(accepted.job_id) });
    else put(client, accountId, emrAppointmentId, null);
    // The stream brings the held job as well, but a hold lasts only seconds.
    void client.invalidateQueries({ queryKey: jobsKey(accountId) });
  },
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

/** Forgets the change whose job was taken back. */
export function forgetJob(client: QueryClient, accountId: string, jobId: number): void {
  const changes = client.getQueryData<StatusChanges>(changesKey(accountId)) ?? NONE;
  for (const [id, change] of changes) if (change.jobId === jobId) put(client, accountId, id, null);
}

/** Forgets a change after the user has seen its outcome. */
export const forgetChange = (client: QueryClient, accountId: string, id: string): void =>
  put(client, accountId, id, null);
