import type { PoolClient } from "pg";
import { EmrError } from "#lib/emr/port/port";
import type { PracticeLists } from "./records.ts";

/** The records that a write may refer to: the table of each, and the EMR's text for an unknown one. */
const KNOWN = {
  patient: { table: "patient", missing: () => "patient not found in the EMR" },
  paymentMethod: { table: "payment_method", missing: (id: string) => `payment method not found in the EMR: ${id}` },
  location: { table: "location", missing: (id: string) => `location not found in the EMR: ${id}` },
  provider: { table: "provider", missing: (id: string) => `provider not found in the EMR: ${id}` },
  staff: { table: "staff", missing: (id: string) => `staff member not found in the EMR: ${id}` },
  referringProvider: {
    table: "referring_provider",
    missing: (id: string) => `referring provider not found in the EMR: ${id}`,
  },
  noteCategory: { table: "note_category", missing: (id: string) => `note category not found in the EMR: ${id}` },
} as const;

export type ReferenceKind = keyof typeof KNOWN;

/** Ids by kind of record; null and undefined refer to nothing. */
export type References = { [Kind in ReferenceKind]?: string | null | undefined };

/** Returns SQL that is true if an id, an SQL expression, is known; `$1` is the practice. */
export const knownIn = (kind: ReferenceKind, id: string): string =>
  `EXISTS (SELECT FROM sandbox.${KNOWN[kind].table} WHERE practice_id = $1 AND id = ${id})`;

/** Returns the EMR's error about an unknown id. */
export const unknownReference = (kind: ReferenceKind, id: string): EmrError =>
  new EmrError("validation", KNOWN[kind].missing(id), {
    code: kind === "patient" ? "patient_not_found" : "value_not_found",
  });

/** Throws a validation fault for the first unknown id. Checks all ids in one statement. */
export async function requireKnown(client: PoolClient, practiceId: string, references: References): Promise<void> {
  const asked = (Object.keys(KNOWN) as ReferenceKind[]).flatMap((kind) => {
    const id = references[kind];
    return id === null || id === undefined ? [] : [{ kind, id }];
  });
  if (asked.length === 0) return;
  const looks = asked.map(({ kind }, index) => knownIn(kind, `$${index + 2}`));
  const { rows } = await client.query<{ known: boolean[] }>(`SELECT ARRAY[${looks.join(", ")}] AS known`, [
    practiceId,
    ...asked.map(({ id }) => id),
  ]);
  for (const [index, { kind, id }] of asked.entries()) {
    if (!rows[0]?.known[index]) throw unknownReference(kind, id);
  }
}

/** Returns the lists of a practice. */
export async function listsOf(client: PoolClient, practiceId: string): Promise<PracticeLists> {
  const { rows } = await client.query<{ settings: PracticeLists }>(
    "SELECT settings FROM sandbox.practice WHERE id = $1",
    [practiceId],
  );
  if (!rows[0]) throw new EmrError("validation", "The sandbox EMR has no practice for this account");
  return rows[0].settings;
}

/** Throws a validation fault if a list does not contain an id. */
export function requireListed(list: readonly { id: string }[], what: string, id: string | null | undefined): void {
  if (id === null || id === undefined || list.some((named) => named.id === id)) return;
  throw new EmrError("validation", `${what} not found in the EMR: ${id}`, { code: "value_not_found" });
}
