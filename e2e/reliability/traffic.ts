import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { KilledOperation } from "./killed-operation.ts";
import type { Lane } from "./lane.ts";
import { RECOVERY_MS } from "./until.ts";
import type { Asked } from "./verdict.ts";

const ANSWER_MS = 10_000;
const ASK_AGAIN_MS = 100;
/**
 * Milliseconds between two requests of a client: enough load to keep the product busy, but not to overload a small
 * machine.
 */
const PAUSE_MS = 300;

/** How long a client waits. */
interface Patience {
  /** Milliseconds for one answer. */
  answerMs: number;
  /** Milliseconds until a request must have been accepted, however often it is repeated. */
  acceptedMs: number;
}

/** Clients that post continuously and repeat each request under its Idempotency-Key until it is accepted. */
export interface Traffic {
  /** The jobs accepted so far. */
  asked: Asked[];
  /** Number of requests without an answer or with a 5xx. */
  failures: number;
  /** The same by what came: `503 with Retry-After`, another status, or `no answer`. */
  failed: Map<string, number>;
  /** Returns the milliseconds until a request that starts from now on is accepted; null after 30 s. */
  nextAcceptance(): Promise<number | null>;
  /** Waits for the pending requests. Rejects if one was refused, or not accepted in time. */
  stop(): Promise<void>;
}

/** Asks for these operations in turn, from `atATime` clients. */
export function startTraffic(
  lane: Pick<Lane, "headers" | "address">,
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
      if (answer.status >= 500) {
        return failedBy(`${answer.status}${answer.headers.has("retry-after") ? " with Retry-After" : ""}`);
      }
      throw new Refusal(`${url} answered ${answer.status}: ${body.message}`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return failedBy("no answer");
    }
  };

  const once = async (): Promise<void> => {
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
        return;
      }
      if (now - began > acceptedMs) throw new Error(`A request was not accepted for ${acceptedMs} ms`);
      await pause(ASK_AGAIN_MS);
    }
  };

  const clients = Array.from({ length: atATime }, async () => {
    while (!stopping) {
      await once();
      await pause(PAUSE_MS);
    }
  });
  const ended = Promise.all(clients);
  // `stop` rejects with a failure of the clients.
  ended.catch(() => undefined);

  const traffic: Traffic = {
    asked: [],
    failures: 0,
    failed: new Map(),
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
