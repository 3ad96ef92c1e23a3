import type { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api-failure.ts";
import { HOLD_SECONDS } from "./change-status.ts";
import { type Acceptance, submitOperation } from "./create-operation.ts";
import { takeBack } from "./job-change.ts";
import { jobsKey } from "./jobs.ts";
import type { Route } from "./routes.ts";

/** When and with whom a visit is. */
export interface VisitPlace {
  /** ISO 8601 with the clinic's offset. */
  datetime: string;
  provider_ehr_id: string;
  provider_name: string;
}

/** A move of a visit: under way, or its outcome. */
export interface VisitMove {
  /** The visit's id here. */
  id: string;
  /** Whom or what the visit is for, for messages about the move. */
  title: string;
  /** Where the visit's record had it. */
  from: VisitPlace;
  to: VisitPlace;
  state: "sending" | "running" | "completed" | "failed";
  /** The accepted operation's job; null until it is accepted. */
  jobId: number | null;
  /** Why the move failed; null otherwise. */
  reason: string | null;
}

/** Moves by the visit's id here, the newest last. */
export type VisitMoves = ReadonlyMap<string, VisitMove>;

export interface NewMove extends Pick<VisitMove, "id" | "title" | "from" | "to"> {
  /** The job of the visit's move under way, which this one replaces if it is still held; null if there is none. */
  replaces: number | null;
  /** One key per drop, so that repeating the request is safe. */
  idempotencyKey: string;
}

const NONE: VisitMoves = new Map();

const movesKey = (accountId: string) => ["visit-moves", accountId] as const;

/** The moves made in this tab. The query is never fetched. */
export const visitMoves = (accountId: string) => ({
  queryKey: movesKey(accountId),
  queryFn: () => NONE,
  initialData: NONE,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns whether two places are the same moment of the same provider. */
export const isSamePlace = (
  one: Omit<VisitPlace, "provider_name">,
  other: Omit<VisitPlace, "provider_name">,
): boolean => Date.parse(one.datetime) === Date.parse(other.datetime) && one.provider_ehr_id === other.provider_ehr_id;

/** Returns a visit where it moves to, until its record shows it there. */
export function movedVisit<Record extends VisitPlace & { id: string }>(record: Record, moves: VisitMoves): Record {
  const move = moves.get(record.id);
  if (!move || move.state === "failed" || !isSamePlace(record, move.from)) return record;
  return { ...record, ...move.to };
}

function put(client: QueryClient, accountId: string, id: string, move: VisitMove | null): void {
  client.setQueryData<VisitMoves>(movesKey(accountId), (known = NONE) => {
    const next = new Map(known);
    next.delete(id);
    if (move) next.set(id, move);
    return next;
  });
}

function alter(client: QueryClient, accountId: string, id: string, altered: Partial<VisitMove>): void {
  const known = client.getQueryData<VisitMoves>(movesKey(accountId))?.get(id);
  if (known) put(client, accountId, id, { ...known, ...altered });
}

/** Returns why a move was refused; null if its time is taken, which the caller says in its own words. */
function refusalOf(failure: Error): string | null {
  if (!(failure instanceof ApiFailure)) return failure.message;
  if (failure.status === 409 && failure.errors.some(({ field }) => field === "datetime")) return null;
  return failure.mayHaveBeenSaved ? `${failure.message}. Whether it was accepted shows in Activity` : failure.message;
}

/** Returns the fields that a move changes; both after a move that it replaces, which may have been sent. */
const fieldsOf = ({ from, to, replaces }: NewMove) => ({
  ...((replaces !== null || Date.parse(from.datetime) !== Date.parse(to.datetime)) && { datetime: to.datetime }),
  ...((replaces !== null || from.provider_ehr_id !== to.provider_ehr_id) && { provider_ehr_id: to.provider_ehr_id }),
});

/**
 * PATCH /appointments/{id} (additions §2), as the options of a mutation: shows the visit at its new place at once, and where it
 * was again if that is refused. The job is held for some seconds. A held move that is replaced by the visit's own place is
 * only taken back, and the result is null.
 */
export const moveVisit = (client: QueryClient, accountId: string, taken: string) => ({
  ...submitOperation(accountId),
  mutationFn: async (move: NewMove): Promise<Acceptance | null> => {
    const isTakenBack = move.replaces !== null && (await takeBack(accountId, move.replaces));
    if (isTakenBack && isSamePlace(move.from, move.to)) return null;
    return submitOperation(accountId).mutationFn({
      route: "PATCH /appointments/{id}" satisfies Route,
      input: { id: move.id, ...fieldsOf(move) },
      idempotencyKey: move.idempotencyKey,
      holdSeconds: HOLD_SECONDS,
    });
  },
  onMutate: ({ id, title, from, to }: NewMove) =>
    put(client, accountId, id, { id, title, from, to, state: "sending", jobId: null, reason: null }),
  onSuccess: (accepted: Acceptance | null, { id }: NewMove) => {
    if (accepted) alter(client, accountId, id, { state: "running", jobId: Number(accepted.job_id) });
    else put(client, accountId, id, null);
    // The stream brings the held job as well, but a hold lasts only seconds.
    void client.invalidateQueries({ queryKey: jobsKey(accountId) });
  },
  onError: (failure: Error, { id }: NewMove) =>
    alter(client, accountId, id, { state: "failed", reason: refusalOf(failure) ?? taken }),
});

/**
 * Records the outcome of a move's job: `reason` if it failed. The records are read again first, so that the visit does not
 * show at its old place in between.
 */
export async function settleMove(
  client: QueryClient,
  accountId: string,
  id: string,
  reason: string | null,
): Promise<void> {
  await client.invalidateQueries({ queryKey: ["appointments", accountId] });
  alter(client, accountId, id, { state: reason === null ? "completed" : "failed", reason });
}

/** Forgets a move: its job was taken back, its record shows it, or the user has seen its outcome. */
export const forgetMove = (client: QueryClient, accountId: string, id: string): void =>
  put(client, accountId, id, null);
