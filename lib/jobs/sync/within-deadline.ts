import { EmrError } from "#lib/emr/port/port";

/** Attempts at a page that is not answered in time. */
const ATTEMPTS = 3;

/** Thrown at the deadline. */
class TooSlow extends EmrError {}

/** Attempts once, and rejects at the deadline even if the connection ignores the signal. */
async function once<Result>(ms: number, read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new TooSlow("passing", `The EMR did not answer within ${Math.ceil(ms / 1000)} s`));
    deadline.abort();
  }, ms);
  try {
    return await Promise.race([late.promise, read(deadline.signal)]);
  } catch (error) {
    if (error instanceof EmrError) throw error;
    throw new EmrError("passing", "The EMR's answer could not be read");
  } finally {
    clearTimeout(timer);
  }
}

/** Reads from the EMR within a deadline; an attempt that is too slow is repeated twice. Throws EmrErrors alone. */
export async function withinDeadline<Result>(
  ms: number,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(ms, read);
    } catch (error) {
      if (!(error instanceof TooSlow) || attempt === ATTEMPTS) throw error;
    }
  }
}
