import { EMR_WRITES, type EmrConnection, EmrError, type WriteOptions } from "./port.ts";

/** A connection whose writes are watched. */
export interface WatchedWrites {
  emr: EmrConnection;
  /** Whether the EMR may hold something by one of its writes so far: one that it did, or whose answer never came. */
  mayHaveWritten(): boolean;
}

type Write = (...given: [unknown, WriteOptions]) => Promise<unknown>;

/** Watches what becomes of a connection's writes: after a failed attempt it says whether its outcome is known. */
export function watchWrites(connection: EmrConnection): WatchedWrites {
  let mayHave = false;
  const emr = { ...connection };
  for (const name of EMR_WRITES) {
    const write = connection[name] as Write;
    const watched: Write = async (...given) => {
      try {
        const written = await write(...given);
        mayHave = true;
        return written;
      } catch (error) {
        mayHave ||= !(error instanceof EmrError && error.notDone);
        throw error;
      }
    };
    Object.assign(emr, { [name]: watched });
  }
  return { emr, mayHaveWritten: () => mayHave };
}
