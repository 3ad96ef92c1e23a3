import type { Agent } from "undici";

type HeadersComplete = (status: number, isUpgrade: boolean, ...rest: readonly unknown[]) => unknown;

/** The parser of a connection's responses. */
interface Parser {
  onHeadersComplete: HeadersComplete;
}

const CONTINUE = 100;
const SWITCHING = 101;
/** Another informational status, which undici reads over. */
const PROCESSING = 102;

/** Returns the value under one of undici's own symbols. */
function internal(of: unknown, name: string): unknown {
  if (typeof of !== "object" || of === null) return undefined;
  const symbol = Object.getOwnPropertySymbols(of).find(({ description }) => description === name);
  return symbol && Reflect.get(of, symbol);
}

const isParser = (value: unknown): value is Parser =>
  typeof value === "object" && value !== null && "onHeadersComplete" in value;

/**
 * Lets an agent read over every informational response, which a server may send before any other (RFC 9110, 15.2). undici
 * takes `100 Continue` for a fault and ends the connection, although the server may have done what it was asked.
 * `101 Switching Protocols` stays a fault: nothing here asks for it, and what follows it would be no HTTP.
 */
export function readOverInformational(agent: Agent): Agent {
  return agent.on("connect", (_origin, targets) => {
    const parser = internal(internal(targets.at(-1), "socket"), "parser");
    if (!isParser(parser)) return;
    const complete = parser.onHeadersComplete.bind(parser);
    parser.onHeadersComplete = (status, isUpgrade, ...rest) =>
      complete(status === CONTINUE ? PROCESSING : status, isUpgrade || status === SWITCHING, ...rest);
  });
}
