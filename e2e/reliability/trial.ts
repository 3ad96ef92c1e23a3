import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { QueryResultRow } from "pg";
import { askForLock, type Gate } from "./gate.ts";
import type { KilledOperation } from "./killed-operation.ts";
import type { Lane, Member } from "./lane.ts";
import { REACH_MS, until } from "./until.ts";
import { writeKey } from "./write-key.ts";

/** One operation that is sent once and whose processes are killed; a place works on it. */
export interface Trial {
  lane: Lane;
  operation: KilledOperation;
  /** Number of kills, and the `performance.now()` of the last. */
  kills: number;
  killedAt: number;
  /**
   * Posts the request, or repeats it under the same Idempotency-Key. Returns its job's id. Throws for any answer but a
   * 202.
   */
  ask(): Promise<number>;
  /** Posts the same request without reading the answer. Returns a function that closes the connection. */
  askWithoutReading(): () => void;
  /** Takes a lock as the owner; the end of the trial releases it at the latest. */
  hold(statement: string): Promise<Gate>;
  /** Requests a lock as `hold` does, without waiting until it is held. */
  askForLock(statement: string): Promise<Gate>;
  kill(member: Member): Promise<void>;
  /** Waits until a query as the owner has rows. Returns the first. */
  row<Row extends object>(what: string, statement: string, values: unknown[]): Promise<Row>;
  /** Returns the idempotency key of a job's write, or of one of its steps, in the EMR's ledger. */
  writeKey(jobId: number, step: string | undefined): Promise<string>;
  openGates(): Promise<void>;
}

/** Creates a trial on a lane; `number` makes its request unique. */
export async function makeTrial(lane: Lane, operation: KilledOperation, number: number): Promise<Trial> {
  const gates: Gate[] = [];
  const headers = { ...lane.headers, "content-type": "application/json", "idempotency-key": randomUUID() };
  const body = JSON.stringify(operation.body(number));
  const { method = "POST" } = operation;
  const path = `/v1${typeof operation.path === "string" ? operation.path : await operation.path(lane)}`;
  const trial: Trial = {
    lane,
    operation,
    kills: 0,
    killedAt: 0,

    async ask() {
      const answer = await fetch(`${lane.address()}${path}`, { method, headers, body });
      const { job_id, job_execution_id } = (await answer.json()) as Record<string, unknown>;
      if (answer.status !== 202) throw new Error(`${operation.id} answered ${answer.status}`);
      return Number(job_id ?? job_execution_id);
    },

    askWithoutReading() {
      const { hostname, port, host } = new URL(lane.address());
      const socket = connect(Number(port), hostname).pause();
      // The process at the other end is killed.
      socket.on("error", () => undefined);
      const lines = Object.entries({ host, ...headers, "content-length": String(Buffer.byteLength(body)) });
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
      );
      return () => socket.destroy();
    },

    async hold(statement) {
      const gate = await trial.askForLock(statement);
      await gate.held;
      return gate;
    },

    async askForLock(statement) {
      const gate = await askForLock(lane.ownerUrl, statement);
      gates.push(gate);
      return gate;
    },

    async kill(member) {
      trial.killedAt = performance.now();
      await lane.kill(member);
      trial.kills += 1;
    },

    row: <Row extends object>(what: string, statement: string, values: unknown[]) =>
      until(what, REACH_MS, async () => (await lane.rows<Row & QueryResultRow>(statement, values))[0]),

    async writeKey(jobId, step) {
      return writeKey(lane, jobId, step);
    },

    async openGates() {
      await Promise.all(gates.map((gate) => gate.open()));
    },
  };
  return trial;
}
