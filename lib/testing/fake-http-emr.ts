import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { emrClient } from "#lib/egress/emr-client";
import { connectorOf } from "#lib/emr/connect";
import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { Connector } from "#lib/emr/port/connector";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { type RecordsApiConnection, recordsApiConnection } from "#lib/emr/records-api/connection";
import { RECORDS_API_KIND } from "#lib/emr/records-api/kind";
import { sandboxConnection } from "#lib/emr/sandbox/connection";
import { SANDBOX_READS } from "#lib/emr/sandbox/pages";
import { singleton } from "#lib/kernel/singleton";

/** An EMR behind real HTTP that sends messages. All else is the account's sandbox. */
export interface FakeEmr {
  /** The `connection` of an account that is linked to it, with secrets that it accepts. */
  connection: RecordsApiConnection;
  /** Client secrets of the messages that it was sent. */
  sentBy: string[];
  /** Lets the next message wait; returns a function that lets it through. */
  hold(): { arrived: Promise<void>; release(): void };
  stop(): Promise<void>;
}

/** Starts an EMR on a free loopback port. */
export async function startFakeEmr(): Promise<FakeEmr> {
  const sentBy: string[] = [];
  let held: { arrived: () => void; released: Promise<void> } | null = null;
  const secrets = { client_secret: `secret-${Math.random()}`, access_token: `token-${Math.random()}` };
  const knows = ({ headers }: IncomingMessage) =>
    headers.client_secret === secrets.client_secret && headers.access_token === secrets.access_token;
  const server = createServer(async (request, response) => {
    if (!knows(request)) return response.writeHead(401).end();
    if (request.url !== "/v1/messages") return response.end();
    const waiting = held;
    held = null;
    waiting?.arrived();
    await waiting?.released;
    sentBy.push(String(request.headers.client_secret));
    response.end(String(sentBy.length));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    connection: { base_url: `http://127.0.0.1:${port}/v1`, client_id: "clinic", ...secrets },
    sentBy,
    hold() {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { arrived: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ask = (
  { base_url, client_id, client_secret, access_token }: RecordsApiConnection,
  path: string,
  method: "GET" | "POST",
) =>
  emrClient({ baseUrl: base_url })(`${base_url}${path}`, {
    method,
    headers: { client_id, client_secret, access_token },
  });

/** Makes the fake EMR the connector of `records_api` in this process. It cannot create services. */
export function connectFakeEmrs(): void {
  const lacking: Capability = "services";
  const connector: Connector<RecordsApiConnection> = {
    ...RECORDS_API_KIND,
    requiredFields: {},
    unsupportedFields: {},
    capabilities: new Set(CAPABILITIES),
    connection: recordsApiConnection,
    secrets: secretsOf(recordsApiConnection),
    readOnlyAtFirst: true,
    kinds: () => SANDBOX_READS,
    open: ({ id }, connection, calls) => ({
      ...sandboxConnection(id, { capabilities: new Set(CAPABILITIES), refusesOverlaps: true }, calls),
      sendMessage: async () => ({ emrMessageId: (await ask(connection, "/messages", "POST")).body.toString() }),
    }),
    async probe(connection) {
      const { status } = await ask(connection, "/locations", "GET").catch(() => ({ status: 0 }));
      return {
        reachable: status === 200,
        server: "Fake EMR 1",
        capabilities: CAPABILITIES.map((name) =>
          name === lacking
            ? { name, support: "unsupported", reason: "It documents nothing" }
            : { name, support: "works", reason: `Sends ${name}` },
        ),
        behaviour: [{ probe: "locations", found: status === 0 ? "no answer" : `status ${status}` }],
      };
    },
  };
  // Creates the table of connectors if nothing has used it yet.
  connectorOf("sandbox");
  singleton<Map<string, Connector>>("emr-connectors", () => new Map()).set("records_api", connector as Connector);
}
