import { EmrError, type FieldConflict } from "#lib/emr/port/port";
import type { Change, Changed, FieldChange, Value } from "./field-change.ts";

/** Characters of a server's text that a conflict shows: as long as our own texts may be. */
const MAX_TEXT = 10_000;

/** Returns a server's text as PostgreSQL can store it, at most as long as a text of ours may be. */
const storable = (text: string): string => text.replaceAll("\0", "").slice(0, MAX_TEXT).toWellFormed();

/** Returns the conflict about a field that another has set to something else, in words. */
function conflictIn<Resource extends Changed>({ name, wanted, of, shown }: FieldChange<Resource>, theirs: Resource) {
  const [ours, other] = [shown(wanted), shown(of(theirs))];
  const values = ours === null || other === null ? "another text than this one" : `${other}, not ${ours}`;
  const whole = (value: Value): string => storable(value === null ? "" : (shown(value) ?? String(value)));
  return {
    words: `its ${name} is now ${values}`,
    values: { field: name, ours: whole(wanted), theirs: whole(of(theirs)) } satisfies FieldConflict,
  };
}

/** Returns the error about the fields that another has set to something else: it names both values of each. */
export function conflictOf<Resource extends Changed>(
  { noun }: Change<Resource>,
  fields: readonly FieldChange<Resource>[],
  theirs: Resource,
  notDone: boolean,
): EmrError {
  const found = fields.map((field) => conflictIn(field, theirs));
  const words = found.map((each) => each.words).join("; ");
  return new EmrError("validation", `Another changed the ${noun} in the EMR: ${words}`, {
    notDone,
    conflicts: found.map(({ values }) => values),
  });
}

/** Returns the error about fields whose values the server did not keep, although it took the change. */
export const notKept = <Resource extends Changed>(
  { noun }: Change<Resource>,
  fields: readonly FieldChange<Resource>[],
): EmrError =>
  new EmrError(
    "validation",
    `The EMR took the change of the ${noun} and did not keep ${fields.map(({ name }) => `its ${name}`).join(" and ")}`,
    { notDone: false, isSettled: true },
  );
