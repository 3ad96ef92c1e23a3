import { z } from "zod";
import { decodeCursor, encodeCursor } from "#lib/definitions/page";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";

const shape = z.tuple([z.string(), z.number().int().nonnegative()]);

/** The state of an account's feed, and of the kinds that a request asks for. */
interface State {
  position: number;
  keptFrom: number;
  linkedFrom: number;
  /** Positions at which the first reading of kinds was complete. */
  toldFrom: ReadonlyMap<string, number>;
}

const AGAIN = "read the records again, with a new cursor taken before";
const gone = (why: string) => new DomainError("gone", `${why}: ${AGAIN}`);

/** Returns the cursor after a position of an account's feed. */
export const cursorAfter = (linkedAccountId: string, position: number): string =>
  encodeCursor([linkedAccountId, position]);

/**
 * Returns the position that a cursor names. Throws `invalid` for a cursor of another account, and `gone` for one whose following
 * changes are not all known.
 */
export function positionOf(cursor: string, linkedAccountId: string, state: State): number {
  const [account, position] = decodeCursor(cursor, shape);
  if (account !== linkedAccountId) throw invalid(problem("cursor", "must be a next_cursor of this account's changes"));
  if (position < state.linkedFrom) throw gone("The account was linked to another EMR after this cursor");
  if (position < state.keptFrom) throw gone("The changes after this cursor are no longer kept");
  if (position > state.position) throw gone("The changes before this cursor were lost with a failure of the database");
  const later = [...state.toldFrom].filter(([, from]) => position < from).map(([kind]) => kind);
  if (later.length > 0) throw gone(`The first reading of ${later.join(", ")} was complete only after this cursor`);
  return position;
}
