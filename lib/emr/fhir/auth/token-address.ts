import { EmrError } from "#lib/emr/port/port";
import type { Discovered } from "./smart-configuration.ts";

const missing = (why: string, connectionField = "auth.token_url") =>
  new EmrError("passing", why, { notDone: true, connectionField });

/**
 * Returns the address that issues tokens: the one that an admin entered, else the one that the server names at its own
 * origin. Another origin gets no credentials on the word of the server alone: an admin must enter it. Throws an EmrError
 * without an address.
 */
export function tokenAddress(baseUrl: string, entered: string | undefined, discovered: Discovered): string {
  if (entered !== undefined) return entered;
  if ("problem" in discovered) {
    throw missing(
      `No token address is known: the server's .well-known/smart-configuration ${discovered.problem}; enter it`,
      // A server that cannot be reached at all is no matter of its tokens.
      discovered.isAway ? "base_url" : "auth.token_url",
    );
  }
  const { token_endpoint: named } = discovered.configuration;
  if (named === undefined) {
    throw missing("No token address is known: the server's .well-known/smart-configuration names none; enter it");
  }
  if (new URL(named).origin !== new URL(baseUrl).origin) {
    throw missing(
      `The server names a token address at another origin, ${new URL(named).href}; if it is right, enter it as the token address`,
    );
  }
  return named;
}
