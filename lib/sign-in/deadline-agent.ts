import { type ClientRequestArgs, Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";

type Created = (error: Error | null, stream: Duplex) => void;

/**
 * Ends a connection after so many milliseconds, whatever is still said on it: it carries one request. Without an error of
 * its own: whoever waits hears that it broke, and what nobody listens for any more would end the process.
 */
function endAfter<Stream extends Duplex | null | undefined>(stream: Stream, milliseconds: number): Stream {
  if (!stream) return stream;
  const timer = setTimeout(() => stream.destroy(), milliseconds);
  stream.once("close", () => clearTimeout(timer));
  return stream;
}

/**
 * Connections for one request each, none of which outlasts the deadline: connecting, the head and the whole body of the
 * answer together.
 */
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
