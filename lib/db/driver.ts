import type { Socket } from "node:net";
import pg, { type QueryConfig } from "pg";
import { singleton } from "#lib/kernel/singleton";

// Uses of the driver beyond its documented interface, each with its reason:
// - `gatherTurn` corks the connection's stream: statements of one turn of the event loop leave as one packet. Each
//   packet wakes PostgreSQL, which costs more than most statements do.
// - `PlanningClient` names statements: PostgreSQL plans each once per connection. Planning takes longer than running
//   most of them.
// - `owesNothing` and `socketOf` end a connection whose server has stopped responding, which a driver cannot see.
// - `onReadOnly` leaves a server that has become a standby, which costs no statement to find out.

type Client = pg.Client | pg.PoolClient;

/** Returns the connection's socket: every connection uses one, with or without TLS. */
export const socketOf = (client: Client): Socket => client.connection.stream as Socket;

/** Returns whether PostgreSQL has answered every statement that was sent. Missing from pg's types. */
export const owesNothing = (client: Client): boolean => (client as Client & { readyForQuery: boolean }).readyForQuery;

/** SQLSTATE of a write that a server refuses because it takes none. */
const READ_ONLY = "25006";

/** Calls `notice` when the server reports that it takes no writes: as the connection starts, or as it refuses a write. */
export function onReadOnly(client: Client, notice: () => void): void {
  client.connection.on("parameterStatus", (given: { parameterName: string; parameterValue: string }) => {
    if (given.parameterName === "in_hot_standby" && given.parameterValue === "on") notice();
  });
  client.connection.on("errorMessage", ({ code }: { code?: string }) => {
    if (code === READ_ONLY) notice();
  });
}

/** Keeps what is sent until the end of this turn of the event loop, calls `last`, and sends all of it in one packet. */
export function gatherTurn(client: Client, last: () => void = () => undefined): void {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    last();
    stream.uncork();
  });
}

/**
 * Most named statements. Each costs memory in every connection, so callers with ever new texts (such as filters) need a
 * limit.
 */
const MAX_NAMED_STATEMENTS = 300;
const MAX_NAMED_LENGTH = 8_000;

const namesByText = () => singleton("statement-names", () => new Map<string, string>());

/** Returns the statement's name, the same on every connection of this process; undefined if the statement has none. */
function nameOf(text: string): string | undefined {
  if (text.length > MAX_NAMED_LENGTH) return undefined;
  const names = namesByText();
  const known = names.get(text);
  if (known || names.size >= MAX_NAMED_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** SQLSTATEs of a plan that a change of the tables made invalid, and of a plan that does not exist. */
const LOST_PLAN = new Set(["0A000", "26000"]);

type Callback = (error: Error | undefined, ...result: unknown[]) => void;

/**
 * A connection on which PostgreSQL parses and plans each parameterized statement only once: that takes longer than
 * running most of them. Statements past the first 300, very long statements, and statements whose plan was lost are
 * sent unnamed.
 */
export class PlanningClient extends pg.Client {
  /** Texts of statements whose plan this connection has lost; it must not use their names again. */
  readonly #lost = new Set<string>();

  // Passes all arguments of pg's overloads through and only adds the name.
  override query = ((statement: string | QueryConfig, ...given: unknown[]) => {
    const config = typeof statement === "string" ? { text: statement } : statement;
    const values = Array.isArray(given[0]) ? given[0] : config.values;
    const named = config.name || (values?.length && config.text ? nameOf(config.text) : undefined);
    if (!named || this.#lost.has(config.text)) {
      return super.query({ ...config, name: undefined } as QueryConfig, ...(given as [never]));
    }
    const notice = (error: { code?: string } | undefined) => {
      if (LOST_PLAN.has(error?.code ?? "")) this.#lost.add(config.text);
    };
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const noticing: Callback = (error, ...result) => {
        notice(error as { code?: string } | undefined);
        (callback as Callback)(error, ...result);
      };
      return super.query({ ...config, name: named }, ...([...given.slice(0, -1), noticing] as [never]));
    }
    const sent = super.query({ ...config, name: named }, ...(given as [never])) as Promise<unknown>;
    sent.catch(notice);
    return sent;
  }) as pg.Client["query"];
}
