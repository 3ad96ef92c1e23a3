import { z } from "zod";
import type { FaultyRecord } from "#lib/emr/port/faulty-record";
import { onlyRecord } from "#lib/emr/port/only-record";
import type { EmrAppointment, EventFit, LoggedEvent, SoughtOperation } from "#lib/emr/port/port";
import { optional, text } from "#lib/emr/records-api/fields";
import { ownIdsOf } from "#lib/emr/records-api/own-ids";
import { parseRows } from "#lib/emr/records-api/rows";
import { addDays } from "#lib/kernel/dates";
import { LIST_START, type ListPlace, readList } from "./lists.ts";
import { EMR_VISIT_IDS, SIGNS, type Sign, VISIT_IDS } from "./names.ts";
import { LISTS, type Reading } from "./pages.ts";

type Fields = Record<string, unknown>;

/** Returns a text or number as text without space around it; null for anything else. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : null;

/** Returns whether two values are the same: amounts as numbers, texts in any case and spacing. */
function isSame(asked: unknown, named: unknown): boolean {
  const [one, other] = [textOf(asked), textOf(named)];
  if (one === null || other === null) return false;
  const [first, second] = [Number(one), Number(other)];
  if (one !== "" && other !== "" && !Number.isNaN(first) && !Number.isNaN(second) && first === second) return true;
  const plain = (value: string) => value.toLowerCase().replaceAll(/\s+/g, " ");
  return plain(one) === plain(other);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

const signOf = ({ method, path }: SoughtOperation): Sign | undefined =>
  SIGNS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];

/** Returns how what was named stands to what was asked for, by the fields of a sign. */
function comparedBy({ telling, fields }: Sign, asked: Fields, named: Fields): "same" | "kind" | "other" {
  const both = fields.filter((name) => isGiven(asked[name]) && isGiven(named[name]));
  if (!both.every((name) => isSame(asked[name], named[name]))) return "other";
  return both.some((name) => telling.includes(name)) ? "same" : "kind";
}

const referralRow = z.object({
  id: text,
  patient_mrn: optional,
  reason: optional,
  direction: optional,
  priority: optional,
  status: optional,
});

/** Days before an event on which a referral that it names as new may be dated: a service in another zone dates it otherwise. */
const DATED_BEFORE = 1;

/** Reads the referral that an event of a new one names, as this account sees it; null if it sees none. Throws EmrErrors. */
async function readReferral(
  { remote }: Reading,
  { data, at }: LoggedEvent,
  signal: AbortSignal,
): Promise<Fields | null> {
  const id = textOf(data.referral_id);
  if (id === null || id === "") return null;
  const day = at.slice(0, 10);
  const mrn = textOf(data.patient_mrn);
  const query = {
    start_date: addDays(day, -DATED_BEFORE),
    end_date: addDays(day, 1),
    ...(mrn ? { patient_mrn: mrn } : {}),
  };
  for (let place: ListPlace | null = LIST_START; place; ) {
    const { rows, next } = await readList(remote, { ...LISTS.referrals, query }, place, signal);
    const found = parseRows(rows, referralRow, LISTS.referrals.ids).records.find((each) => each.id === id);
    if (found) return { ...found, referral_id: id };
    place = next;
  }
  return null;
}

type ReadVisit = (
  id: string,
  signal: AbortSignal,
) => Promise<{ records: EmrAppointment[]; faulty: FaultyRecord[] } | null>;

/** Reads the visit that an event names, as this account sees it; null if it sees none. Throws EmrErrors. */
async function readNamedVisit(
  readVisit: ReadVisit,
  { data }: LoggedEvent,
  signal: AbortSignal,
): Promise<Fields | null> {
  // Another account's EMR may have a visit of the same id: the service's own id goes first, and one that is not found is another's.
  const id = [...VISIT_IDS, ...EMR_VISIT_IDS].map((name) => textOf(data[name])).find(isGiven);
  const visit = id ? onlyRecord(await readVisit(id, signal)) : null;
  return visit ? { emr_appointment_id: visit.emrAppointmentId, status: visit.status } : null;
}

/**
 * Returns how events of a service are compared with operations. An event that does not say whose it is may be another account's,
 * however much it names: only a record that this account reads, or the service's own id of one, shows that it is ours.
 */
export function fitsOf(reading: Reading, { readVisit }: { readVisit: ReadVisit }) {
  const records = new WeakMap<LoggedEvent, Promise<Fields | null>>();
  const recordOf = (event: LoggedEvent, signal: AbortSignal): Promise<Fields | null> => {
    const known = records.get(event);
    if (known) return known;
    const [subject] = event.type.split(".");
    const read =
      subject === "referral" ? readReferral(reading, event, signal) : readNamedVisit(readVisit, event, signal);
    records.set(event, read);
    return read;
  };

  return async (event: LoggedEvent, operation: SoughtOperation, signal: AbortSignal): Promise<EventFit> => {
    const sign = signOf(operation);
    const { type, data } = event;
    if (!sign || type.split(".")[0] !== sign.subject) return "other";
    const { method, path, body } = operation;
    const changed = sign.subject === "referral" && method === "PATCH" ? { referral_id: path.split("/")[2] } : {};
    const asked = { ...body, ...changed };
    const visit =
      sign.subject === "appointment"
        ? { emr_appointment_id: EMR_VISIT_IDS.map((name) => data[name]).find(isGiven) }
        : {};
    const compared = comparedBy(sign, asked, { ...data, ...visit });
    if (compared === "other") return "other";
    // A failure names no more than ids, which do not tell two requests for one record apart.
    if (/[._]failed$/.test(type)) return "kind";
    if (isGiven(changed.referral_id)) {
      if (compared !== "same") return "kind";
      return ownIdsOf([{ id: changed.referral_id }]).length > 0 ? "own" : "alike";
    }
    if (sign.isReadable) {
      const record = await recordOf(event, signal);
      if (record !== null) {
        const shown = comparedBy(sign, asked, { ...data, ...visit, ...record });
        if (shown === "same") return "own";
        // Somebody may have changed the record since.
        return compared === "same" ? "alike" : shown;
      }
    }
    return compared === "same" ? "alike" : "kind";
  };
}
