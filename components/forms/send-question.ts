import type { QueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { formatHour } from "#components/ui/time-words";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { patientClaims } from "#lib/browser/api/claims";
import { type KnownRecord, newestRecords, type WrittenList } from "#lib/browser/api/written";
import type { SendQuestion } from "#lib/browser/forms/use-submitted-form";
import type { FormOutline } from "#lib/definitions/operation";
import { amountInWords } from "#lib/kernel/amount-words";
import { todayIn } from "#lib/kernel/dates";
import { formatMoney } from "#lib/kernel/money";
import { isOwnReference } from "#lib/kernel/own-reference";
import { openBalance } from "#lib/resources/claims/open-balance";
import { words } from "./send-question-words.ts";

const DAY_MS = 86_400_000;
/** The fewest amounts that tell what is usual. */
const FEWEST = 10;
/** An amount is unusual from this multiple of the usual one on. */
const MANY_TIMES = 10;
/** Without any claim, an amount up to this multiple of the usual one is a copay like others. */
const LIKE_OTHERS = 2;
/** The same in dollars, while too few amounts tell what is usual. */
const LIKE_OTHERS_UNTOLD = 200;

/** What a request is compared with. */
export interface Known {
  /** The patient's records, newest first. */
  ofPatient: readonly KnownRecord[];
  /** The account's newest records. */
  recent: readonly KnownRecord[];
  /** Dollars that are open on the patient's claims; null if the person may not read them. */
  open: number | null;
  /** False for a patient without a claim, as all are whose EMR shows none: what is open says nothing then. */
  hasClaims: boolean;
  /** False if something could not be read. */
  isWhole: boolean;
}

interface Clock {
  /** In ms since 1970. */
  now: number;
  /** The clinic's time zone. */
  timezone: string;
}

type Asked = Pick<FormOutline, "title" | "form" | "sameBy">;

const amountFieldOf = ({ form }: Pick<FormOutline, "form">) =>
  Object.entries(form).find(([, { widget }]) => widget === "money");

const happened = ({ status }: KnownRecord): boolean => status !== "failed" && status !== "cancelled";

/** What a person may write in another way, or leave out, in the same reference: "CHK-7", "chk–7", "CHK 7". */
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** Returns a value so that two that a person takes for the same are equal. */
function comparable(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value * 100);
  const text = String(value ?? "")
    .normalize("NFKC")
    .trim()
    .toLowerCase();
  return text.replaceAll(SEPARATORS, "") || text;
}

type Values = Readonly<Record<string, unknown>>;

const isAlike = (record: Values, body: Values, name: string): boolean =>
  comparable(record[name]) === comparable(body[name]);

/** Reference numbers that were made here differ always, so they tell nothing of whether two requests are the same. */
const bothOwn = (record: Values, body: Values, name: string): boolean =>
  isOwnReference(record[name]) && isOwnReference(body[name]);

/** Returns the middle amount; 0 if there are too few. */
function usualOf(recent: readonly KnownRecord[], field: string): number {
  const amounts = recent.filter(happened).map((record) => Number(record[field]));
  return amounts.length < FEWEST ? 0 : (amounts.sort((a, b) => a - b)[Math.floor(amounts.length / 2)] ?? 0);
}

/** Returns the day and time of the last day in words: "today at 9:56 AM". Unlike "5 min ago" they stay while it is asked. */
function momentWords(at: string, { now, timezone }: Clock): string {
  const isToday = todayIn(timezone, new Date(at)) === todayIn(timezone, new Date(now));
  return (isToday ? words.today : words.yesterday)(formatHour(at, timezone));
}

function aboveOpen(amount: number, { open, hasClaims }: Known, usual: number): string | null {
  if (open === null) return null;
  if (open > 0) return amount > open ? words.aboveOpen(formatMoney(open)) : null;
  if (hasClaims) return words.nothingOpen;
  return amount > (usual > 0 ? LIKE_OTHERS * usual : LIKE_OTHERS_UNTOLD) ? words.nothingOpen : null;
}

/** Returns what is asked before a request is sent; null if nothing is unusual about it. */
export function questionOf(asked: Asked, body: FieldValues, known: Known, clock: Clock): SendQuestion | null {
  const { title, form, sameBy } = asked;
  const [field, drawn] = amountFieldOf(asked) ?? [];
  const amount = Number(field && body[field]);
  if (!field || !drawn || !(amount > 0)) return null;
  const same = known.ofPatient.find(
    (record) =>
      happened(record) &&
      clock.now - Date.parse(record.created_at) < DAY_MS &&
      sameBy.every((name) => isAlike(record, body, name) || bothOwn(record, body, name)),
  );
  const usual = usualOf(known.recent, field);
  const labels = sameBy
    .filter((name) => same && isAlike(same, body, name))
    .map((name) => (form[name]?.label ?? name).toLowerCase());
  const reasons = [
    same ? words.sameSent(labels, momentWords(same.created_at, clock), same.job_id) : null,
    aboveOpen(amount, known, usual),
    usual > 0 && amount >= MANY_TIMES * usual ? words.aboveUsual(formatMoney(usual)) : null,
    known.isWhole ? null : words.notChecked,
  ].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  const ask = same ? words.askAgain : words.ask;
  return { title: ask(title, amountInWords(amount)), reasons, action: words.send(title, formatMoney(amount)) };
}

/** Who asks, and what the person may read. */
interface Reader {
  client: QueryClient;
  accountId: string;
  timezone: string;
  mayReadRecords: boolean;
  mayReadClaims: boolean;
}

/**
 * Returns what is asked before an operation with an amount is sent, as far as the person may read what it is compared
 * with; null if nothing is. Without a connection it throws, as sending would.
 */
export async function askBeforeSending(
  outline: FormOutline,
  body: FieldValues,
  { client, accountId, timezone, mayReadRecords, mayReadClaims }: Reader,
): Promise<SendQuestion | null> {
  const mrn = typeof body.patient_mrn === "string" ? body.patient_mrn : "";
  let isWhole = true;
  const orNone = async <Row>(reading: Promise<Row[]>): Promise<Row[]> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 0) throw error;
      if (error.mayHaveBeenSaved || error.status === 429) isWhole = false;
      return [];
    }
  };
  const records = (filters: { patient_mrn?: string }) =>
    orNone(newestRecords(accountId, outline.listedIn as WrittenList, filters));
  const [ofPatient, recent, claims] = await Promise.all([
    mayReadRecords && mrn ? records({ patient_mrn: mrn }) : [],
    mayReadRecords ? records({}) : [],
    mayReadClaims && mrn ? orNone(client.fetchQuery(patientClaims(accountId, mrn))) : [],
  ]);
  const open = mayReadClaims && mrn && isWhole ? openBalance(claims) : null;
  const known = { ofPatient, recent, open, hasClaims: claims.length > 0, isWhole };
  return questionOf(outline, body, known, { now: Date.now(), timezone });
}
