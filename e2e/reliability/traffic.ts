import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { KilledOperation } from "./killed-operation.ts";
import type { Lane } from "./lane.ts";
import { openJobs } from "./open-jobs.ts";
import { RECOVERY_MS } from "./until.ts";
import type { Asked } from "./verdict.ts";

const ANSWER_MS = 10_000;
const ASK_AGAIN_MS = 100;
/**
 * Milliseconds between two requests of a client: enough load to keep the product busy, but not to overload a small
 * machine.
 */
const PAUSE_MS = 300;
/**
 * Operations of one client that may be accepted and still open. A client that has more waits for their end, so that the load
 * adapts to the machine.
 */
const MAX_OPEN = 10;
/**
 * The longest of these waits: the load never stops, even if a fault keeps everything open. A client that is held back goes
 * on with a request in about three seconds, so a backlog still grows on a machine that cannot do as many.
 */
const HELD_BACK_MS = 3_000;
const LOOK_AGAIN_MS = 200;

/** How long a client waits. */
interface Patience {
  /** Milliseconds for one answer. */
  answerMs: number;
  /** Milliseconds until a request must have been accepted, however often it is repeated. */
  acceptedMs: number;
}

/**
 * Clients that post continuously and repeat each request under its Idempotency-Key until it is accepted. A client with
 * `MAX_OPEN` open operations posts more slowly.
 */
export interface Traffic {
  /** The jobs accepted so far. */
  asked: Asked[];
  /** Number of requests without an answer or with a 5xx. */
  failures: number;
  /** The same by what came: `503 with Retry-After`, another status, or `no answer`. */
  failed: Map<string, number>;
  /**
   * Number of repeated requests that were answered 409 with `Retry-After`: PostgreSQL still holds the transaction of an
   * earlier one with the same key (decisions §6).
   */
  stillAtWork: number;
  /** Returns the milliseconds until a request that starts from now on is accepted; null after 30 s. */
  nextAcceptance(): Promise<number | null>;
  /** Waits for the pending requests. Rejects if one was refused, or not accepted in time. */
  stop(): Promise<void>;
}

/** Asks for these operations in turn, from `atATime` clients. */
export function startTraffic(
  lane: Pick<Lane, "headers" | "address" | "rows">,
  operations: KilledOperation[],
  atATime: number,
  { answerMs, acceptedMs }: Patience = { answerMs: ANSWER_MS, acceptedMs: RECOVERY_MS },
): Traffic {
  let stopping = false;
  let number = 0;
  let waiting: { since: number; resolve: (ms: number) => void }[] = [];

  const failedBy = (what: string): null => {
    traffic.failures++;
    traffic.failed.set(what, (traffic.failed.get(what) ?? 0) + 1);
    return null;
  };

  const ask = async (url: string, init: RequestInit): Promise<number | null> => {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) });
      const body = (await answer.json()) as { job_id?: number; message?: string };
      if (answer.status === 202 && body.job_id !== undefined) return body.job_id;
      if (answer.status === 409 && answer.headers.has("retry-after")) {
        traffic.stillAtWork++;
        return null;
      }
      if (answer.status >= 500) {
        return failedBy(`${answer.status}${answer.headers.has("retry-after") ? " with Retry-After" : ""}`);
      }
      throw new Refusal(`${url} answered ${answer.status}: ${body.message}`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return failedBy("no answer");
    }
  };

  /** Posts until one is accepted. Returns its job. */
  const once = async (): Promise<number> => {
    const trial = ++number;
    const operation = operations[trial % operations.length] as KilledOperation;
    const headers = { ...lane.headers, "content-type": "application/json", "idempotency-key": randomUUID() };
    const init = { method: operation.method ?? "POST", headers, body: JSON.stringify(operation.body(trial)) };
    const began = performance.now();
    for (;;) {
      const jobId = await ask(`${lane.address()}/v1${operation.path}`, init);
      const now = performance.now();
      if (jobId !== null) {
        traffic.asked.push({ jobId, operation, expected: operation.expected(trial) });
        for (const { since, resolve } of waiting) if (began >= since) resolve(now - since);
        waiting = waiting.filter(({ since }) => began < since);
        return jobId;
      }
      if (now - began > acceptedMs) throw new Error(`A request was not accepted for ${acceptedMs} ms`);
      await pause(ASK_AGAIN_MS);
    }
  };

  /** Waits until fewer than `MAX_OPEN` of a client's jobs are open, for `HELD_BACK_MS` at most. Returns those that are. */
  const holdBack = async (jobs: number[]): Promise<number[]> => {
    const held = pause(HELD_BACK_MS, null);
    for (let open = jobs; ; await pause(LOOK_AGAIN_MS)) {
      // A database that fails tells nothing, and one that is frozen does not answer: all count as open.
      const left = await Promise.race([openJobs(lane, open).catch(() => open), held]);
      if (left === null || stopping) return open;
      open = left;
      if (open.length < MAX_OPEN) return open;
    }
  };

  const clients = Array.from({ length: atATime }, async () => {
    let open: number[] = [];
    while (!stopping) {
      open.push(await once());
      await pause(PAUSE_MS);
      if (open.length >= MAX_OPEN) open = await holdBack(open);
    }
  });
  const ended = Promise.all(clients);
  // `stop` rejects with a failure of the clients.
  ended.catch(() => undefined);

  const traffic: Traffic = {
    asked: [],
    failures: 0,
    failed: new Map(),
    stillAtWork: 0,
    async nextAcceptance() {
      const accepted = new Promise<number>((resolve) => waiting.push({ since: performance.now(), resolve }));
      return Promise.race([accepted, pause(RECOVERY_MS, null, { ref: false })]);
    },
    async stop() {
      stopping = true;
      await ended;
    },
  };
  return traffic;
}

class Refusal extends Error {}
