import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { sentences, VALUES } from "./sentence-words.ts";

type Detailed = Pick<AuditEntryModel, "detail">;

/** "hidden_in_availability" as "hidden in availability". */
const fieldWords = (field: string): string => field.replaceAll("_", " ");

const valueWords = (value: string): string => VALUES[value] ?? value;

/** A changed field with its value before and after, in words. */
export interface ChangeWords {
  field: string;
  from: string;
  to: string;
}

/** Returns the changed fields of an entry, each with its value before and after. */
export const changesOf = ({ detail }: Detailed): ChangeWords[] =>
  (detail?.changed ?? []).map(({ field, from, to }) => ({
    field: fieldWords(field),
    from: valueWords(from),
    to: valueWords(to),
  }));

/** Returns the details of a change in words: "status: active → inactive"; null if the entry has none. */
export function detailWords(entry: Detailed): string | null {
  if (entry.detail === null) return null;
  const {
    switched_on: on = [],
    switched_off: off = [],
    connected_to: origin,
    authorized_by: person,
    agreed_to: agreed = [],
    drafted_by: drafter,
    second_factor: factor,
  } = entry.detail;
  const parts = [
    ...changesOf(entry).map(({ field, from, to }) => sentences.changed(field, from, to)),
    ...(on.length > 0 ? [sentences.switchedOn(on.join(", "))] : []),
    ...(off.length > 0 ? [sentences.switchedOff(off.join(", "))] : []),
    ...(factor === undefined ? [] : [sentences.secondFactor(factor)]),
    ...(drafter === undefined ? [] : [sentences.draftedBy(drafter)]),
    ...(origin === undefined ? [] : [sentences.connectedTo(origin)]),
    ...(person === undefined ? [] : [sentences.authorizedBy(person)]),
    ...(agreed.length > 0 ? [sentences.agreedTo(agreed.join(" "))] : []),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
}
