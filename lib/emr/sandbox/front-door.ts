import { setTimeout as pause } from "node:timers/promises";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import { type Behavior, type PresentBehavior, readPresentBehavior } from "./behavior.ts";
import { countCall } from "./rate-limit.ts";

/** The way of every call of one connection into a simulated practice. All methods throw EmrErrors. */
export interface FrontDoor {
  /** Runs a call that reads. */
  read<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Runs a call that reads a page of a list. */
  page<Result>(signal: AbortSignal, work: (behavior: PresentBehavior) => Promise<Result>): Promise<Result>;
  /** Runs a call that writes. */
  write<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

const happens = (share: number): boolean => Math.random() < share;

const cut = () => new EmrError("passing", "The connection was lost before the EMR answered");

async function present(practiceId: string): Promise<PresentBehavior> {
  const behavior = await readPresentBehavior(practiceId);
  if (!behavior) throw new EmrError("validation", "The sandbox EMR has no practice for this account");
  return behavior;
}

/** Returns a check that throws once after `token_calls` calls: the next call counts under a new token. */
function newToken() {
  let used = 0;
  return ({ token_calls: allowed }: Behavior) => {
    if (allowed === null || used < allowed) {
      used += 1;
      return;
    }
    used = 0;
    throw new EmrError("passing", "The EMR answered 401 Unauthorized: the access token has ended", {
      notDone: true,
      code: "login_required",
    });
  };
}

/** Throws for the configured shares of writes that are saved, but whose answer is lost or an error. */
function misreport({ cut_after_commit_rate, error_after_commit_rate }: Behavior): void {
  if (happens(cut_after_commit_rate)) throw cut();
  // Looks like an ordinary refusal, since a connector cannot distinguish the two.
  if (happens(error_after_commit_rate)) throw new EmrError("validation", "The EMR answered 422: it was not saved");
}

/**
 * Returns the front door of a practice for one connection, which has an access token of its own. A call takes the
 * practice's latency, unless it is out, the token has ended, the rate limit is reached, or a passing fault occurs
 * (decisions §5, sandbox). Half of the faults lose the request, the other half the answer: then the EMR has done the
 * write, and only the idempotency key prevents a second one. Calls reject with an AbortError if `signal` ends the wait.
 */
export function frontDoor(practiceId: string, calls: EmrCalls): FrontDoor {
  const checkToken = newToken();

  /** `own` is the time of this kind of call besides the latency, in milliseconds. */
  async function through<Result>(
    signal: AbortSignal,
    work: (behavior: PresentBehavior) => Promise<Result>,
    own: (behavior: Behavior) => number = () => 0,
  ): Promise<Result> {
    signal.throwIfAborted();
    await calls.take();
    const behavior = await present(practiceId);
    const wait = behavior.latency_ms + own(behavior);
    // Even a timer of 0 ms takes one millisecond.
    if (wait > 0) await pause(wait, undefined, { signal });
    if (behavior.outage) throw new EmrError("passing", "The EMR is out of service", { notDone: true });
    checkToken(behavior);
    await countCall(practiceId, behavior, calls);
    const faulty = happens(behavior.fault_rate);
    if (faulty && happens(0.5)) throw new EmrError("passing", "The EMR answered 503 Service Unavailable");
    const result = await work(behavior);
    if (faulty) throw cut();
    return result;
  }

  return {
    read: (signal, work) => through(signal, work),
    page: (signal, work) => through(signal, work, ({ slow_page_ms }) => slow_page_ms),
    write: (signal, work) =>
      through(signal, async (behavior) => {
        // Of an operation that was accepted while the user was active; a later one is refused at acceptance.
        if (!behavior.user_active)
          throw new EmrError("validation", "User not found: no longer active in the EMR", { code: "user_not_found" });
        const result = await work();
        misreport(behavior);
        return result;
      }),
  };
}
