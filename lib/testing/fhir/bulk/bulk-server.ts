import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { FhirResource } from "fhir/r4";
import { type Answer, NOT_FOUND, outcomeOf, send } from "#lib/testing/fhir/exchange";
import { type FakeExport, type FakeFile, filesOf, furtherFiles, manifestOf } from "./export.ts";
import { type BulkQuirks, NO_BULK_QUIRKS } from "./quirks.ts";

/** What a fake of a server's exports needs of the server itself. */
interface Behind {
  /** Path of its base URL, such as `/fhir`. */
  basePath: string;
  /** Returns all resources of a type. */
  held(type: string): Promise<FhirResource[]>;
  /** Answers every other request. */
  others(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  /** Returns whether a request bears what the server wants; all do by default. */
  admits?(headers: IncomingMessage["headers"]): boolean | Promise<boolean>;
}

/** A fake of a FHIR server's exports (Bulk Data Access), in front of a server that answers everything else. */
export interface FakeBulkServer {
  baseUrl: string;
  /** May be changed at any time. */
  quirks: BulkQuirks;
  /** Requests for exports, their status and files so far, such as `GET /$export?_type=Patient` or `GET /file/Patient-0`. */
  requests: string[];
  /** Requests for a file at the other origin that bore credentials. */
  betrayed: string[];
  /** Exports that were begun and not removed. */
  exports(): number;
  stop(): Promise<void>;
}

const NO_TOKEN = outcomeOf(401, "login", "No token");

const LEVELS = { "": "system", Patient: "patient", Group: "group" } as const;

/** Types of an export of patients. */
const OF_PATIENTS = ["Patient", "Appointment", "ServiceRequest", "DocumentReference"];

/** Returns the words of a refusal of types of which the server exports nothing; null if none was asked for. */
function refusalOf(asked: readonly string[], { unknownTypes, namesTypes }: BulkQuirks): string | null {
  const unknown = asked.filter((type) => unknownTypes.includes(type));
  if (unknown.length === 0) return null;
  const exported = OF_PATIENTS.filter((type) => !unknownTypes.includes(type));
  const words = {
    first: `The requested resource type "${unknown[0]}" is not available on this server`,
    all: `Not exported: ${unknown.join(", ")}`,
    exported: `The types of an export are ${exported.join(" and ")}`,
    none: "The types of the export are not supported",
  };
  return words[namesTypes];
}

/** Returns the resources that an export has of those that are held, as the server takes `_since`. */
function sinceOf(resources: readonly FhirResource[], since: string | null, { since: takes }: BulkQuirks) {
  if (since === null || takes === "ignored") return resources;
  if (takes === "empty") return [];
  const isFirst = ({ meta }: FhirResource) => meta?.versionId === "1";
  const isSince = ({ meta }: FhirResource) => Date.parse(meta?.lastUpdated ?? "") >= Date.parse(since);
  return resources.filter((each) => isSince(each) && (takes === "honoured" || isFirst(each)));
}

async function listenWith(handler: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) {
  const server = createServer((request, response) => {
    handler(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts the fake on free loopback ports, one for the server and one for files at another origin. */
export async function startFakeBulkServer(
  { basePath, held, others, admits = () => true }: Behind,
  quirks: Partial<BulkQuirks> = {},
): Promise<FakeBulkServer> {
  const known = new Map<string, FakeExport>();
  const requests: string[] = [];
  const betrayed: string[] = [];

  function sendFile(response: ServerResponse, file: FakeFile): void {
    const text = file.lines.map((line) => `${line}\n`).join("");
    const { gzip, cuts, holds } = fake.quirks;
    const content = gzip === "no" ? Buffer.from(text) : gzipSync(text);
    response.writeHead(200, {
      "content-type": "application/fhir+ndjson",
      ...(gzip === "stated" ? { "content-encoding": "gzip" } : {}),
    });
    const hold = holds[file.name];
    if (hold !== undefined && hold.times > 0) {
      hold.times--;
      return void response.write(content.subarray(0, hold.after));
    }
    const cut = cuts[file.name];
    const isCut = cut !== undefined && cut.times > 0;
    if (!isCut) return void response.end(content);
    cut.times--;
    response.write(content.subarray(0, cut.after), () => response.socket?.end());
  }

  function answerFile(response: ServerResponse, url: URL): void {
    const [, , id = "", name = ""] = url.pathname.split("/");
    requests.push(`GET /file/${name}`);
    const found = known.get(id);
    const file = found?.files.find((each) => each.name === name);
    const { statuses, isShortLived } = fake.quirks;
    const status = statuses[name];
    const isExpired = isShortLived && url.searchParams.get("sig") !== String(found?.signature);
    if (status !== undefined && (status.times ?? 1) > 0) {
      if (status.times !== undefined) status.times--;
      send(response, outcomeOf(status.status, "exception", "The file is not shown"));
    } else if (file && !isExpired) sendFile(response, file);
    else send(response, NOT_FOUND);
  }

  async function begun(url: URL, level: keyof typeof LEVELS, prefer: string): Promise<Answer> {
    const { quirks: now } = fake;
    if (now.refusal && now.refusals-- > 0) {
      const { status, headers = {} } = now.refusal;
      return { ...outcomeOf(status, "throttled", "No export now"), headers };
    }
    if (now.wantsLenient && !prefer.includes("handling=lenient"))
      return outcomeOf(400, "invalid", "A type of the export is not known");
    if (!prefer.includes("respond-async")) return outcomeOf(400, "invalid", "Prefer respond-async");
    const asked = (url.searchParams.get("_type") ?? "").split(",");
    const refusal = refusalOf(asked, now);
    if (refusal !== null) return outcomeOf(400, "processing", refusal);
    const since = url.searchParams.get("_since");
    if (since !== null && now.since === "refused") return outcomeOf(400, "not-supported", "_since is not supported");
    const types = asked.filter((type) => level === "" || OF_PATIENTS.includes(type));
    const resources = sinceOf((await Promise.all(types.map(held))).flat(), since, now);
    const id = randomUUID();
    const files = [...filesOf(resources, now), ...furtherFiles(now)];
    known.set(id, { id, files, transactionTime: new Date().toISOString(), polls: 0, signature: 0 });
    return { status: 202, body: null, headers: { "content-location": `${baseUrl}/export-status/${id}` } };
  }

  function statusOf(url: URL, method: string): Answer {
    const [id = "", part = "0"] = url.pathname.slice(`${basePath}/export-status/`.length).split("/");
    requests.push(`${method} /status${part === "0" ? "" : `/${part}`}`);
    const found = known.get(id);
    if (!found) return NOT_FOUND;
    if (method === "DELETE") {
      known.delete(id);
      return { status: 202, body: null };
    }
    const { before, isEndless, isShortLived, manifest } = fake.quirks;
    const waiting = before[isEndless ? Math.min(found.polls, before.length - 1) : found.polls];
    if (part === "0") found.polls++;
    if (waiting && part === "0") return { body: null, ...waiting };
    found.signature++;
    const origin = fake.quirks.files === "own" ? mine.origin : elsewhere.origin;
    const signed = isShortLived ? `?sig=${found.signature}` : "";
    const addresses = {
      address: ({ name }: FakeFile) => `${origin}/files/${id}/${name}${signed}`,
      partAddress: (next: number) => `${baseUrl}/export-status/${id}/${next}`,
    };
    const body = manifest ?? manifestOf(found, Number(part), fake.quirks, addresses);
    return { status: 200, body, headers: { "content-type": "application/json" } };
  }

  /** Returns the answer to a request for an export or its status; null for any other request. */
  async function answerTo({ method = "GET", headers }: IncomingMessage, url: URL): Promise<Answer | null> {
    const path = url.pathname.slice(basePath.length + 1);
    if (path === `Group/${fake.quirks.group}` && fake.quirks.groupResource !== null)
      return { status: 200, body: fake.quirks.groupResource };
    const isStatus = path.startsWith("export-status/");
    if (!isStatus && !path.endsWith("$export")) return null;
    if (!isStatus) requests.push(`${method} /${path}${url.search}`);
    if (!(await admits(headers))) return NO_TOKEN;
    if (isStatus) return statusOf(url, method);
    const [, type = "", , group = ""] = /^(?:(Patient|Group)(\/([^/]+))?\/)?\$export$/.exec(path) ?? [];
    const level = type as keyof typeof LEVELS;
    const isOffered = fake.quirks.levels.includes(LEVELS[level]) && (level !== "Group" || group === fake.quirks.group);
    return isOffered
      ? begun(url, level, String(headers.prefer ?? ""))
      : outcomeOf(404, "not-supported", "No such operation");
  }

  const mine = await listenWith(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://fake.example");
    if (url.pathname.startsWith("/files/")) {
      const isShown = !fake.quirks.requiresAccessToken || (await admits(request.headers));
      return isShown ? answerFile(response, url) : send(response, NO_TOKEN);
    }
    const answer = await answerTo(request, url);
    return answer === null ? others(request, response) : send(response, answer);
  });
  const elsewhere = await listenWith(async (request, response) => {
    if (request.headers.authorization !== undefined) betrayed.push(request.url ?? "");
    answerFile(response, new URL(request.url ?? "/", "http://fake.example"));
  });
  const baseUrl = `${mine.origin}${basePath}`;
  const fake: FakeBulkServer = {
    baseUrl,
    quirks: { ...NO_BULK_QUIRKS, ...quirks },
    requests,
    betrayed,
    exports: () => known.size,
    async stop() {
      for (const { server } of [mine, elsewhere]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return fake;
}
