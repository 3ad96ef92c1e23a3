import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { RecordsApiConnection } from "#lib/emr/records-api/connection";

/** A request for an operation that the server received. */
export interface ReceivedOperation {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> & { callback_urls: string[] };
  /** The job that it queued; null if it was refused. */
  jobId: number | null;
}

/** The server's treatment of the next operation; `accept` by default. */
export type Behaviour =
  | { kind: "accept" }
  /** Refuses with a status and a message. */
  | {
      kind: "refuse";
      status: number;
      message: string;
      headers?: Record<string, string>;
      extra?: Record<string, unknown>;
    }
  /** Queues the operation, and answers with a refusal all the same. */
  | { kind: "misreport"; status: number; message: string }
  /** Queues the operation, and cuts the connection instead of answering. */
  | { kind: "cut" }
  /** Answers only after the promise. */
  | { kind: "hold"; until: Promise<void> };

/** Another deployment that implements the interface alone: no paging, no keys, unsigned events. */
export interface InterfaceOnlyServer {
  connection: RecordsApiConnection;
  /** Records by list, as the server returns them; tests change them. */
  records: Record<"appointments" | "providers" | "locations" | "claims" | "referrals", Record<string, unknown>[]>;
  /** Files by document id. */
  files: Map<string, { name: string; type: string; content: Buffer }>;
  /** Ids of the documents whose files were read, oldest first. */
  fileReads: string[];
  operations: ReceivedOperation[];
  /** Paths of the reads that arrived, oldest first. */
  reads: string[];
  /** Further access tokens that it takes, as of other accounts. */
  alsoKnows: Set<string>;
  /** Lets the next read of a path wait until it is released. */
  holdRead(path: string): { arrived: Promise<void>; release(): void };
  /** Rows after which it cuts its list of appointments without a word; null cuts nothing. */
  cutAfter: number | null;
  /** Sets what happens to the next operation only. */
  next(behaviour: Behaviour): void;
  /** Returns the operation with this place, past or future. */
  operation(place: number): Promise<ReceivedOperation>;
  /** How jobs have ended, by id, with what else it shows of them; other jobs are unknown. */
  jobs: Map<string, "queued" | "completed" | "failed" | ({ status: string } & Record<string, unknown>)>;
  /** Sends the event of an operation to its callback, signed if a secret is given. Returns the answer's status. */
  send(
    operation: ReceivedOperation,
    event: { type: string; data: Record<string, unknown>; id?: string; job_id?: string },
    options?: { secret?: string | undefined; at?: Date; to?: ReceivedOperation },
  ): Promise<number>;
  stop(): Promise<void>;
}

/** The acceptance of each operation, by method and path (interface 4). */
const ACCEPTED: [RegExp, (path: string) => Record<string, unknown>][] = [
  [/^POST \/claims\/fetch$/, () => ({})],
  [/^PATCH \/referrals\/[^/]+$/, (path) => ({ referral_id: path.split("/")[2] })],
  [/^POST \/referrals$/, () => ({ referral_id: "b".repeat(32) })],
  [/^POST \/services$/, () => ({ service_id: "c".repeat(32) })],
  [/^POST \/orders\/catalog\/fetch$/, () => ({ status: "queued" })],
  [/^POST \/patient-notes$/, () => ({ patient_note_id: "d".repeat(32) })],
  [/^POST \/payments$/, () => ({ payment_id: "e".repeat(32) })],
  [/^POST \/messages$/, () => ({ message_id: "f".repeat(32) })],
];

const CREDENTIALS = { client_id: "clinic", client_secret: "client-secret", access_token: "access-token" };

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>);
}

const reply = (response: ServerResponse, status: number, body: Record<string, unknown>, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const refuse = (response: ServerResponse, status: number, message: string, headers = {}, extra = {}) =>
  reply(response, status, { success: false, message, ...extra }, headers);

/** Starts the server on a free loopback port. */
export async function startInterfaceOnlyServer(): Promise<InterfaceOnlyServer> {
  const records: InterfaceOnlyServer["records"] = {
    appointments: [],
    providers: [],
    locations: [],
    claims: [],
    referrals: [],
  };
  const files: InterfaceOnlyServer["files"] = new Map();
  const fileReads: string[] = [];
  const operations: ReceivedOperation[] = [];
  const arrivals = new EventEmitter();
  const reads: string[] = [];
  const alsoKnows = new Set<string>();
  const heldReads = new Map<string, { arrived(): void; released: Promise<void> }>();
  let behaviour: Behaviour = { kind: "accept" };
  let jobs = 100;

  const knows = ({ headers }: IncomingMessage) =>
    Object.entries(CREDENTIALS).every(
      ([name, value]) =>
        headers[name] === value || (name === "access_token" && alsoKnows.has(String(headers.access_token))),
    );

  /** The category of a record is known to the server, and no field of it shows it (interface 2.10). */
  const shown = ({ category: _category, ...fields }: Record<string, unknown>) => fields;

  function read(url: URL, response: ServerResponse): void {
    const path = url.pathname.slice("/v1".length);
    const file = files.get(/^\/documents\/([^/]+)$/.exec(path)?.[1] ?? "");
    const jobId = /^\/jobs\/(\d+)$/.exec(path)?.[1];
    if (jobId !== undefined) {
      const found = made.jobs.get(jobId);
      const job = typeof found === "string" ? { status: found } : found;
      if (job) reply(response, 200, { success: true, job: { job_id: Number(jobId), ...job } });
      else refuse(response, 404, "Job not found");
    } else if (file) {
      fileReads.push(path.slice("/documents/".length));
      const disposition = `attachment; filename="${file.name}"`;
      response.writeHead(200, { "content-type": file.type, "content-disposition": disposition }).end(file.content);
    } else if (path === "/visit-statuses") {
      reply(response, 200, { success: true, data: [{ code: "ARR", description: "Arrived" }] });
    } else if (path === "/appointments") {
      const [from, to] = [url.searchParams.get("start_date"), url.searchParams.get("end_date")];
      if (!from || !to) return void refuse(response, 400, "start_date and end_date are required");
      const categories = (url.searchParams.get("category") ?? "appointment").split(",");
      const rows = records.appointments.filter(({ datetime, category = "appointment" }) => {
        const day = String(datetime).slice(0, 10);
        return day >= from && day <= to && categories.includes(String(category));
      });
      const listed = rows.slice(0, made.cutAfter ?? rows.length);
      reply(response, 200, { success: true, appointments: listed.map(shown), warnings: [] });
    } else {
      const name = path.slice(1) as keyof typeof records;
      if (!(name in records)) return void refuse(response, 404, "Not found");
      reply(response, 200, { success: true, [name]: records[name] });
    }
  }

  async function operate(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const body = (await jsonOf(request)) as ReceivedOperation["body"];
    const act = behaviour;
    behaviour = { kind: "accept" };
    const identifiers = ACCEPTED.find(([pattern]) => pattern.test(`${request.method} ${path}`))?.[1](path);
    if (!identifiers) return void refuse(response, 404, "Not found");
    const jobId = act.kind === "refuse" ? null : ++jobs;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    operations.push({ method: request.method ?? "", path, headers, body, jobId });
    arrivals.emit("operation");
    if (act.kind === "refuse") return void refuse(response, act.status, act.message, act.headers, act.extra);
    if (act.kind === "misreport") return void refuse(response, act.status, act.message);
    if (act.kind === "cut") return void request.socket.destroy();
    if (act.kind === "hold") await act.until;
    reply(response, 202, { success: true, message: "Queued", ...identifiers, job_id: jobId });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!knows(request)) return void refuse(response, 401, "Missing or invalid credentials");
    if (request.method === "GET") {
      const path = url.pathname.slice("/v1".length);
      reads.push(path);
      const held = heldReads.get(path);
      heldReads.delete(path);
      held?.arrived();
      return void (held?.released ?? Promise.resolve()).then(() => read(url, response));
    }
    operate(request, url.pathname.slice("/v1".length), response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const made: InterfaceOnlyServer = {
    jobs: new Map(),
    cutAfter: null,
    connection: { base_url: `http://127.0.0.1:${port}/v1`, ...CREDENTIALS },
    records,
    files,
    fileReads,
    operations,
    reads,
    alsoKnows,
    holdRead(path) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      heldReads.set(path, { arrived: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    next(given) {
      behaviour = given;
    },
    async operation(place) {
      const signal = AbortSignal.timeout(20_000);
      for (;;) {
        const found = operations[place];
        if (found) return found;
        await once(arrivals, "operation", { signal });
      }
    },
    async send(operation, event, { secret, at = new Date(), to = operation } = {}) {
      const { id = `event-${operation.jobId}`, job_id = String(operation.jobId), type, data } = event;
      const text = JSON.stringify({
        id,
        object: "event",
        created: at.toISOString(),
        type,
        job_id,
        data,
      });
      const signature = secret && {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
        "webhook-signature": new Webhook(secret).sign(id, at, text),
      };
      const headers = { "content-type": "application/json", ...signature };
      const answer = await fetch(to.body.callback_urls[0] ?? "", { method: "POST", headers, body: text });
      await answer.arrayBuffer();
      return answer.status;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
