import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FhirResource } from "fhir/r4";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { type FakeBulkServer, startFakeBulkServer } from "./bulk-server.ts";
import type { BulkQuirks } from "./quirks.ts";

/** A replayed server with fake exports. */
export interface ExportingServer {
  baseUrl: string;
  /** The server behind, with the requests for everything but exports. */
  replay: ReplayServer;
  bulk: FakeBulkServer;
  stop(): Promise<void>;
}

const DEFINITIONS = "http://hl7.org/fhir/uv/bulkdata/OperationDefinition";

interface Statement {
  rest: { operation?: object[]; resource: { type: string; operation?: object[] }[] }[];
}

/** Returns a CapabilityStatement that names exports. */
function naming({ rest }: Statement, { stated: levels, definitions, statesTypes, unknownTypes }: BulkQuirks): object[] {
  const address = (name: string) => `${definitions ?? DEFINITIONS}/${definitions === null ? name : `Our${name}`}`;
  const names = levels.map((level) => ({ level, name: level === "system" ? "export" : `${level}-export` }));
  const operation = (level: string) =>
    names
      .filter((each) => each.level === level)
      .map(({ name }) => ({
        name: definitions === null ? name : "export",
        definition: address(name),
      }));
  return rest.map((each) => ({
    ...each,
    operation: operation("system"),
    resource: [
      ...each.resource
        .filter(({ type }) => !statesTypes || !unknownTypes.includes(type))
        .map((resource) => (resource.type === "Patient" ? { ...resource, operation: operation("patient") } : resource)),
      { type: "Group", operation: operation("group") },
    ],
  }));
}

/** Starts a server that holds some resources. */
export async function startExportingServer({
  resources = [],
  quirks = {},
  bulk: bulkQuirks = {},
  admits,
}: {
  resources?: readonly FhirResource[];
  quirks?: Partial<Quirks>;
  bulk?: Partial<BulkQuirks>;
  admits?: (headers: IncomingHttpHeaders) => boolean | Promise<boolean>;
} = {}): Promise<ExportingServer> {
  const replay = await startReplayServer(quirks);
  await replay.load(resources);
  const { pathname: basePath } = new URL(replay.baseUrl);

  async function others(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = "", connection: _connection, "content-length": _length, ...headers } = request.headers;
    const body = new Uint8Array(Buffer.concat(await request.toArray()));
    const answer = await fetch(new URL(request.url ?? "/", replay.origin), {
      method: request.method ?? "GET",
      headers: { ...(headers as Record<string, string>), "x-forwarded-host": host },
      ...(body.byteLength > 0 ? { body } : {}),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    const type = { "content-type": answer.headers.get("content-type") ?? "application/octet-stream" };
    if (!request.url?.endsWith("/metadata")) return void response.writeHead(answer.status, type).end(content);
    const statement = JSON.parse(content.toString()) as Statement;
    const rest = naming(statement, bulk.quirks);
    response.writeHead(answer.status, type).end(JSON.stringify({ ...statement, rest }));
  }

  const bulk = await startFakeBulkServer(
    { basePath, held: (type) => replay.held(type as "Patient"), others, ...(admits && { admits }) },
    bulkQuirks,
  );
  return {
    baseUrl: bulk.baseUrl,
    replay,
    bulk,
    async stop() {
      await bulk.stop();
      await replay.stop();
    },
  };
}
