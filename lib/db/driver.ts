import type { Socket } from "node:net";
import type pg from "pg";

// Uses of the driver beyond its documented interface, each with its reason:
// - `gatherTurn` corks the connection's stream: statements of one turn of the event loop leave as one packet. Each
//   packet wakes PostgreSQL, which costs more than most statements do.
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
  const leave = () => {
    last();
    stream.uncork();
  };
  // The driver reports some refusals of this turn's statements a tick later, and `last` must know of them.
  process.nextTick(() => process.nextTick(leave));
}
