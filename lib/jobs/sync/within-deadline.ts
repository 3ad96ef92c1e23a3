import { EmrError } from "#lib/emr/port/port";

/** Attempts at a page that is not answered in time. */
const ATTEMPTS = 3;

/** Attempts once, and rejects at the deadline even if the connection ignores the signal. */
async function once<Result>(ms: number, read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.abort();
    late.reject(new EmrError("passing", `The EMR did not answer within ${Math.ceil(ms / 1000)} s`));
  }, ms);
  try {
    const reading = read(deadline.signal);
    return await Promise.race([reading, late.promise]);
  } catch (error) {
    if (error instanceof EmrError) throw error;
    throw new EmrError("passing", "The EMR's answer could not be read");
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads from the EMR within a deadline; an attempt that is too slow is repeated twice. Throws EmrErrors alone.
 */
export async function withinDeadline<Result>(
  ms: number,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const since = performance.now();
    try {
      return await once(ms, read);
    } catch (error) {
      const slow = performance.now() - since >= ms;
      if (!slow || attempt === ATTEMPTS) throw error;
    }
  }
}
