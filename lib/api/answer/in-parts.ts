import { type Claim, idempotently, REPLAYED } from "#lib/api/request/idempotency";
import type { Transaction } from "#lib/db/tenant";
import type { Part } from "#lib/definitions/command";
import { DomainError } from "#lib/kernel/domain-error";
import { logger } from "#lib/kernel/logger";
import { wakeStreams } from "#lib/stream/message";

/** When to repeat a command of which a part failed. */
const RETRY_AFTER_SECONDS = 5;

/** Returns the 503 for a command of which some parts are committed, whatever error stopped the rest. */
function partlySaved(error: unknown, route: string): DomainError {
  const { name, code } = error as { name?: string; code?: string };
  logger.error({ route, error_name: name, code }, "a part of a command failed");
  const message =
    "Only a part of this was saved: repeat the request with the same Idempotency-Key, which does the rest and nothing twice";
  return new DomainError("unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Runs a command whose parts are committed one by one, the first between `first.before` and `first.after`. A request repeated with its
 * Idempotency-Key runs only the parts that are left; one that had nothing left to run is answered as a repetition, by the
 * returned headers. Throws 503 if a part after the first fails.
 */
export async function inParts<Result>(
  claim: Claim,
  first: Record<"before" | "after", (tx: Transaction) => Promise<void>>,
  work: (part: Part) => Promise<Result>,
): Promise<{ result: Result; headers: Readonly<Record<string, string>> }> {
  let begun = 0;
  let replayed = 0;
  const part: Part = async (doPart) => {
    const number = begun++;
    const done = async (tx: Transaction) => {
      if (number === 0) await first.before(tx);
      const body = await doPart(tx);
      if (number === 0) await first.after(tx);
      return { status: 200, body };
    };
    const answer = await idempotently({ ...claim, part: number }, done);
    if (answer.headers) replayed++;
    wakeStreams(claim.principal.linkedAccountId);
    return answer.body as Awaited<ReturnType<typeof doPart>>;
  };
  try {
    const result = await work(part);
    return { result, headers: begun > 0 && replayed === begun ? REPLAYED : {} };
  } catch (error) {
    throw begun > 1 ? partlySaved(error, claim.route) : error;
  }
}
