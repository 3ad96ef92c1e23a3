import { type ClientRequestArgs, Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { assertLiteralAllowed, guardedLookup } from "#lib/egress/agent";
import type { TargetPolicy } from "#lib/egress/target";

type Created = (error: Error | null, stream: Duplex) => void;

/**
 * Ends a connection after some milliseconds even if data still arrives; it carries one request. It emits no error,
 * because an error without a listener would end the process; the request fails with the broken connection.
 */
function endAfter<Stream extends Duplex | null | undefined>(stream: Stream, milliseconds: number): Stream {
  if (!stream) return stream;
  const timer = setTimeout(() => stream.destroy(), milliseconds);
  stream.once("close", () => clearTimeout(timer));
  return stream;
}

/** Returns options with which a socket dials allowed addresses alone. Throws TargetRefused for a literal one that is not. */
function guarded<Options extends { host?: string | null | undefined }>(
  options: Options,
  protocol: string,
  policy: TargetPolicy | null,
): Options {
  if (!policy) return options;
  assertLiteralAllowed(options.host ?? "localhost", protocol, policy);
  return { ...options, lookup: guardedLookup(protocol, policy) };
}

/**
 * Returns an agent with one connection per request, each limited by one deadline over connecting, headers and body.
 * `policy`: the addresses that it may dial; null allows every address.
 */
export function deadlineAgent(protocol: string, milliseconds: number, policy: TargetPolicy | null = null): HttpAgent {
  if (protocol === "https:") {
    return new (class extends HttpsAgent {
      override createConnection(options: AgentOptions, created?: Created) {
        return endAfter(super.createConnection(guarded(options, protocol, policy), created), milliseconds);
      }
    })();
  }
  return new (class extends HttpAgent {
    override createConnection(options: ClientRequestArgs, created?: Created) {
      return endAfter(super.createConnection(guarded(options, protocol, policy), created), milliseconds);
    }
  })();
}
