import type { ProbeCalls } from "./answer.ts";
import { type Found, found } from "./found.ts";

const PROBE = "The server's name for itself";

/** Probe without a call of its own: by which base URL the searches so far name the server. */
export function namedFound({ baseUrl, statedBase }: ProbeCalls): Found {
  if (statedBase === null) return found(PROBE, "could not be told: no search states its own address");
  const words =
    statedBase === baseUrl
      ? "is the address of this connection"
      : `is ${statedBase}: what it names below that is asked at the address of this connection`;
  return found(PROBE, words, { stated_base: statedBase });
}
