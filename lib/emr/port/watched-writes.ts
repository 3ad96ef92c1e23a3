import { type EmrConnection, EmrError, type WriteOptions } from "./port.ts";
import { EMR_WRITES } from "./writes.ts";

/** A connection that records the outcome of its writes. */
export interface WatchedWrites {
  emr: EmrConnection;
  /** Returns whether the EMR may hold one of the writes so far: it was done, or its answer never came. */
  mayHaveWritten(): boolean;
  /** Returns the key of the write that the EMR refused, or null; real EMRs also refuse what they have done. */
  refusedKey(): string | null;
  /** Returns what the EMR keeps otherwise than it was sent, in sentences. */
  warnings(): readonly string[];
}

type Write = (...given: [unknown, WriteOptions]) => Promise<unknown>;

const keyOf = (given: unknown[]): string => (given.at(-1) as WriteOptions).idempotencyKey;

/** Wraps a connection so that after a failed attempt the job knows whether a write may have happened. */
export function watchWrites(connection: EmrConnection): WatchedWrites {
  let mayHave = false;
  let refused: string | null = null;
  const warnings = new Set<string>();
  const warn = (sentence: string) => void warnings.add(sentence);
  const emr = { ...connection };
  for (const name of EMR_WRITES) {
    const write = connection[name] as Write;
    const watched: Write = async (...given) => {
      try {
        const options = given.at(-1) as WriteOptions;
        const written = await write(...([...given.slice(0, -1), { ...options, warn }] as Parameters<Write>));
        mayHave = true;
        return written;
      } catch (error) {
        mayHave ||= !(error instanceof EmrError && error.notDone);
        if (error instanceof EmrError && error.kind === "validation") refused = keyOf(given);
        throw error;
      }
    };
    Object.assign(emr, { [name]: watched });
  }
  const { passOn } = connection;
  if (passOn) {
    emr.passOn = (...given) =>
      passOn(...given).catch((error: unknown) => {
        mayHave ||= !(error instanceof EmrError && error.notDone);
        throw error;
      });
  }
  return { emr, mayHaveWritten: () => mayHave, refusedKey: () => refused, warnings: () => [...warnings] };
}
