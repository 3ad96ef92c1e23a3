import { EmrError } from "#lib/emr/port/port";

/** Attempts at a page that is not answered in time, or whose reading fails for the moment. */
const ATTEMPTS = 3;

/** Reads once, and rejects with an EmrError at the deadline even if the connection ignores the signal. */
export async function onceWithin<Result>(ms: number, read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new EmrError("passing", `The EMR did not answer within ${Math.ceil(ms / 1000)} s`));
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

/**
 * Reads from the EMR within a deadline. An attempt that is too slow or fails for the moment is repeated twice, as a page may
 * take many requests, and a server's own pages expire; one that the EMR refuses or limits is not. Throws EmrErrors alone.
 */
export async function withinDeadline<Result>(
  ms: number,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onceWithin(ms, read);
    } catch (error) {
      const isPassing = error instanceof EmrError && error.kind === "passing" && !error.limited;
      if (!isPassing || attempt === ATTEMPTS) throw error;
    }
  }
}
