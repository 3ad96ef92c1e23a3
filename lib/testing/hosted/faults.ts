import type { HostedEvent, Job } from "./state.ts";

/** The end of a request that does not simply get its answer. */
export type Fault =
  /** The connection ends before anything is done. */
  | { kind: "cut_before" }
  /** The request is done, and the connection ends without an answer. */
  | { kind: "cut_after" }
  /** The request is done, and the connection ends in the middle of the answer. */
  | { kind: "truncated" }
  /** The request is done, and answered as an error of the server. */
  | { kind: "failed_after"; status?: number }
  /** Nothing is done, and the answer says so. */
  | { kind: "refused"; status: number; message: string; headers?: Record<string, string> }
  | { kind: "limited"; retryAfterSeconds?: number }
  /** A page of whatever stands before the service; `isDone` tells whether the request reached it. */
  | { kind: "html"; status: number; isDone: boolean }
  /** Done and answered after the promise. */
  | { kind: "held"; until: Promise<void> };

/** What becomes of an event: it is listed by GET /webhook-events in each case. */
export type EventEnd = "sent" | "lost" | "twice" | "held";

/** What becomes of a job's work. */
export type WorkEnd =
  | { kind: "done" }
  | { kind: "failed"; reason: string }
  /** Done in the EMR, and never reported. */
  | { kind: "unreported" }
  /** Done in the EMR, and reported as failed. */
  | { kind: "misreported"; reason: string };

/** The faults that a test chooses. */
export class Faults {
  readonly #next: { path: string | null; fault: Fault }[] = [];

  /** Returns the end of each request that has none of its own. */
  of: (method: string, path: string) => Fault | null = () => null;
  /** Returns what becomes of each event. */
  ofEvent: (event: HostedEvent) => EventEnd = () => "sent";
  /** Returns what becomes of each job's work. */
  ofWork: (job: Job) => WorkEnd = () => ({ kind: "done" });

  /** Sets the end of the next request only, or of the next one with this method and path, such as `POST /payments`. */
  next(fault: Fault, path: string | null = null): void {
    this.#next.push({ path, fault });
  }

  /** Returns the end of a request that has arrived. */
  take(method: string, path: string): Fault | null {
    const place = this.#next.findIndex((each) => each.path === null || each.path === `${method} ${path}`);
    if (place === -1) return this.of(method, path);
    return this.#next.splice(place, 1)[0]?.fault ?? null;
  }
}
