import { EmrError } from "#lib/emr/port/port";

/** Rethrows an EmrError of a call around a write, stating whether that write was certainly not done. */
const stating =
  (notDone: boolean) =>
  (error: unknown): never => {
    if (!(error instanceof EmrError) || error.kind === "validation") throw error;
    const { message, limited, retryAfterMs, reasons } = error;
    throw new EmrError("passing", message, { limited, retryAfterMs, notDone, reasons });
  };

/** Makes a call that precedes the write: if it fails, the write was certainly not done. */
export const beforeWriting = <Result>(call: Promise<Result>): Promise<Result> => call.catch(stating(true));

/** Makes a call that follows the write: if it fails, the write may be done all the same. */
export const afterWriting = <Result>(call: Promise<Result>): Promise<Result> => call.catch(stating(false));
