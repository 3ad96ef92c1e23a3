import { type ClientRequestArgs, Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";

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

/** Returns an agent with one connection per request, each limited by one deadline over connecting, headers and body. */
export function deadlineAgent(protocol: string, milliseconds: number): HttpAgent {
  if (protocol === "https:") {
    return new (class extends HttpsAgent {
      override createConnection(options: AgentOptions, created?: Created) {
        return endAfter(super.createConnection(options, created), milliseconds);
      }
    })();
  }
  return new (class extends HttpAgent {
    override createConnection(options: ClientRequestArgs, created?: Created) {
      return endAfter(super.createConnection(options, created), milliseconds);
    }
  })();
}
