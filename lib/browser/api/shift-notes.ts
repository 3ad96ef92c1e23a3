import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";
import type { InputOf } from "./routes.ts";

const shiftNotesKey = (accountId: string) => ["shift-notes", accountId] as const;

/** GET /shift-notes: the notes of an account that stand, newest first. */
export const shiftNotes = (accountId: string) =>
  queryOptions({
    queryKey: shiftNotesKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /shift-notes", "shift_notes", { signal }),
    staleTime: 60_000,
  });

/** POST /shift-notes: leaves the next shift a note. */
export const leaveShiftNote = (
  accountId: string,
  note: InputOf<"POST /shift-notes">,
  idempotencyKey: string | undefined,
): Promise<unknown> => call(accountId, "POST /shift-notes", note, { idempotencyKey });

/** DELETE /shift-notes/{id}: takes a note away, as the options of a mutation; then reads the others again. */
export const takeShiftNote = (client: QueryClient, accountId: string) => ({
  mutationFn: (id: string) => call(accountId, "DELETE /shift-notes/{id}", { id }),
  onSettled: () => rereadShiftNotes(client, accountId),
});

/** Reads the notes of an account again. */
export const rereadShiftNotes = (client: QueryClient, accountId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: shiftNotesKey(accountId) });
