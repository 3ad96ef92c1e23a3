import { spanWords } from "#components/ui/span-words";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import type { SyncKind } from "#lib/emr/port/sync";
import { fieldWords } from "#lib/kernel/field-words";
import { numberLocale } from "#lib/kernel/shown-locale";

const count = (value: number): string => value.toLocaleString(numberLocale());

/** Returns the name of a kind of record at the start of a text: "Visit types". */
export const kindName = (kind: SyncKind): string => fieldWords(kind);

/** Returns the name of a kind of record within a sentence: "visit types". */
export const kindWords = (kind: SyncKind): string => fieldWords(kind).toLowerCase();

/** Returns the time that is left of a reading, if the EMR stated its records; null if that is unknown. */
function leftWords({ rows, total, rate }: SyncKindModel): string | null {
  if (total === null || !rate || total <= rows) return null;
  return `about ${spanWords(Math.max(1, Math.ceil((total - rows) / rate)))} left`;
}

/** Returns how far the reading of a kind is: "12,400 of 100,000 · 350 a second · about 4 min 10 s left". */
export function progressWords(kind: SyncKindModel): string {
  const { rows, total, rate, status } = kind;
  if (status !== "running") return rows === 0 && kind.synced_at === null ? "none yet" : count(rows);
  const far = total === null ? count(rows) : `${count(rows)} of ${count(Math.max(total, rows))}`;
  return [far, rate ? `${count(Math.round(rate))} a second` : null, leftWords(kind)].filter(Boolean).join(" · ");
}

/** Returns what a held answer was: "The EMR returned 12 of 2,000 appointments". Null for a kind that is not held. */
export const heldWords = ({ kind, held }: SyncKindModel): string | null =>
  held && `The EMR returned ${count(held.seen)} of ${count(held.stored)} ${kindWords(kind)}`;

/** Returns the number of records that accepting a held answer removes, in words: "1,988 appointments". */
export const lostWords = ({ kind, held }: SyncKindModel): string =>
  `${count((held?.stored ?? 0) - (held?.seen ?? 0))} ${kindWords(kind)}`;
