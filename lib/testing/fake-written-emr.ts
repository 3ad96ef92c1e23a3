import { connectorOf } from "#lib/emr/connect";
import type { Connector } from "#lib/emr/port/connector";
import { type EmrConnection, EmrError, type WriteOptions } from "#lib/emr/port/port";
import { EMR_WRITES } from "#lib/emr/port/writes";
import { newId } from "#lib/kernel/id";
import { singleton } from "#lib/kernel/singleton";

/**
 * The end of a call to a fake EMR. `cut`, `failed`, `refused`: the EMR did the write and its answer was lost, was a 503,
 * or was an error as if it had not. `denied`: the EMR refused and did nothing. `lost`: the request never arrived. `limited`:
 * the limit of calls was reached. `down`: the EMR was certainly not reached.
 */
export type CallEnd = "answered" | "cut" | "failed" | "refused" | "denied" | "lost" | "limited" | "down";

/** An EMR whose calls end as a test says; its records are those of the sandbox. */
export interface FakeEmr {
  emrType: string;
  /** True if a write can be looked for. */
  isSearched: boolean;
  /** Ends of the next writes, in order; the later ones are answered. */
  ends: CallEnd[];
  /** Ends of the next look-ups by key. */
  looks: CallEnd[];
  /** Returns the end of a call that neither list names; `answered` by default. */
  otherwise: (call: "write" | "look") => CallEnd;
  /** Calls since the last reset: names of the methods that write, and `findWrite`. */
  calls: string[];
  reset(): void;
  /** Makes the EMR type unknown again. */
  remove(): void;
}

type Write = (...given: unknown[]) => Promise<unknown>;

const answered = (): CallEnd => "answered";

const REFUSAL = "The record is locked by another user";
const LIMITED = { limited: true, retryAfterMs: 1_000 };

function throwBefore(end: CallEnd): void {
  if (end === "lost") throw new EmrError("passing", "The EMR answered 502 Bad Gateway");
  if (end === "down") throw new EmrError("passing", "The EMR is out of service", { notDone: true });
  if (end === "denied") throw new EmrError("validation", REFUSAL, { status: 409 });
  if (end === "limited") throw new EmrError("passing", "Try again in 1 second", LIMITED);
}

function throwAfter(end: CallEnd): void {
  if (end === "cut") throw new EmrError("passing", "The connection was lost before the EMR answered");
  if (end === "failed") throw new EmrError("passing", "The EMR answered 503 Service Unavailable");
  if (end === "refused") throw new EmrError("validation", REFUSAL, { status: 409 });
}

/** Returns the EMR id in the answer to a write; empty for a change, which answers nothing. */
const idIn = (answer: unknown): string => {
  const id = Object.values(answer ?? {}).find((value) => typeof value === "string");
  return typeof id === "string" ? id : "";
};

/**
 * Registers an EMR type. `keyed`: it honours keys. `found`: each send writes anew, and a search finds new records but no
 * changes. `never`: each send writes anew, and nothing can be searched.
 */
function fakeEmr(emrType: string, repeats: EmrConnection["repeats"]): FakeEmr {
  const sandbox = connectorOf("sandbox");
  const written = new Map<string, string>();
  const fake: FakeEmr = {
    emrType,
    isSearched: repeats !== "never",
    ends: [],
    looks: [],
    otherwise: answered,
    calls: [],
    reset() {
      fake.otherwise = answered;
      for (const list of [fake.ends, fake.looks, fake.calls]) list.length = 0;
    },
    remove: () => void connectors().delete(emrType),
  };
  const connect = (emr: EmrConnection): EmrConnection => {
    const faked = { ...emr, repeats };
    for (const name of EMR_WRITES) {
      const write = emr[name] as Write;
      const ending: Write = async (...given) => {
        const { idempotencyKey, signal } = given.at(-1) as WriteOptions;
        fake.calls.push(name);
        const end = fake.ends.shift() ?? fake.otherwise("write");
        throwBefore(end);
        const sent = { idempotencyKey: repeats === "keyed" ? idempotencyKey : newId(), signal };
        const answer = await write(...given.slice(0, -1), sent);
        if (idIn(answer)) written.set(idempotencyKey, idIn(answer));
        throwAfter(end);
        return answer;
      };
      Object.assign(faked, { [name]: ending });
    }
    faked.findWrite = async (key, signal) => {
      fake.calls.push("findWrite");
      const end = fake.looks.shift() ?? fake.otherwise("look");
      throwBefore(end);
      throwAfter(end);
      if (repeats === "keyed") return emr.findWrite(key, signal);
      if (repeats === "found") return written.get(key) ?? null;
      throw new EmrError("passing", "The EMR has no search");
    };
    return faked;
  };
  connectors().set(emrType, { ...sandbox, emrType, open: (...given) => connect(sandbox.open(...given)) });
  return fake;
}

/** The table of connectors that `connectorOf` has made. */
const connectors = () =>
  singleton<Map<string, Connector>>("emr-connectors", () => {
    throw new Error("The connectors are made on first use");
  });

/** An EMR that honours idempotency keys, like the sandbox. */
export const keyedEmr = (): FakeEmr => fakeEmr("keyed_emr", "keyed");

/** An EMR that knows no keys, and whose new records can be searched for. */
export const searchableEmr = (): FakeEmr => fakeEmr("searchable_emr", "found");

/** An EMR that knows no keys and has no search. */
export const forgetfulEmr = (): FakeEmr => fakeEmr("forgetful_emr", "never");
