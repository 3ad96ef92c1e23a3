import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fields } from "./answer.ts";
import { type HostedClinic, makeClinic } from "./clinic.ts";
import { endRequest } from "./ending.ts";
import { Faults } from "./faults.ts";
import { idOf } from "./ids.ts";
import { type Call, Ledger } from "./ledger.ts";
import { completeLink, newToken } from "./link.ts";
import type { Rotation, Service, Times } from "./service.ts";
import type { Account, HostedEvent, Job } from "./state.ts";
import { FIRST_VARIANTS, type Variants } from "./variants.ts";
import { deliver, newSecret } from "./webhooks.ts";
import { perform } from "./work.ts";

/** Longer than a test lasts. */
const KEEP_ALIVE_MS = 600_000;

export interface HostedOptions {
  port?: number;
  variants?: Partial<Variants>;
  /** Number of patients of each clinic; 230 by default, which are three pages of the largest size. */
  patients?: number;
  /** By default the work waits for `finish`; an event has two attempts of 5 s, 1 s apart. */
  times?: Partial<Times>;
}

/** A hosted service of the interface with its own habits, over real HTTP. It knows no keys: what is sent twice is done twice. */
export interface HostedServer {
  /** Base address, which ends in `/v1`, and the three headers of its first account. */
  connection: { base_url: string; client_id: string; client_secret: string; access_token: string };
  /** May be changed at any time. */
  variants: Variants;
  ledger: Ledger;
  faults: Faults;
  times: Times;
  /** Operations that the EMR lacks, such as `POST /payments` or `PATCH /referrals/{id}`. */
  unsupported: Set<string>;
  /** Optional fields of POST /tasks that the EMR requires. */
  requiredOfTasks: string[];
  /** What the EMR of the first account, or of another one, holds. */
  clinic: HostedClinic;
  clinicOf(accessToken: string): HostedClinic;
  /** Adds an account with a clinic of its own. Returns its access token. */
  addAccount(reference: string): string;
  /** Jobs whose work is not done, oldest first. */
  queued(): Job[];
  /** Returns the first job, past or future, of an operation with this text among its values. Rejects after 20 s. */
  job(operation: string, text?: string): Promise<Job>;
  /** Does the work of a job, or of all queued jobs. Resolves when their events were delivered, or given up. */
  finish(job?: Job): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** All events, also those that nobody got. */
  events: HostedEvent[];
  /** Changes a record as staff of the clinic do, and makes the event without `job_id`. Rejects if it is unknown. */
  staffChange(
    list: "appointments" | "patients",
    ehrId: string,
    fields: Fields,
    options?: { type?: string; accessToken?: string },
  ): Promise<HostedEvent>;
  /** Adds an appointment as staff do, with its event. */
  staffBook(record: Fields, options?: { accessToken?: string }): Promise<HostedEvent>;
  /** Delivers the events that were held, the first first or the last first. */
  release(order?: "forwards" | "backwards"): Promise<void>;
  /** Delivers an event again, byte for byte. */
  replay(event: HostedEvent): Promise<void>;
  /** Loses the login of an account: requests are 403, its jobs wait. */
  loseLogin(accessToken?: string): Promise<void>;
  repairLogin(accessToken?: string): void;
  /** Replaces the access token of an account, by default the first one, and returns the new token. The former one is refused. */
  renewToken(accessToken?: string): string;
  /** Does what a person does in the dialog of a link token. Returns the public token. */
  completeLink(token: string, now?: number): string;
  /** The current secret of the client's events, and its registered URLs by id. */
  secret(): string;
  /** By default the new secret is shown. */
  rotation: Rotation;
  webhooks: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

const WAIT_MS = 20_000;

/** Starts the service on a free loopback port. */
export async function startHostedServer({
  port = 0,
  variants: chosen = {},
  patients,
  times = {},
}: HostedOptions = {}): Promise<HostedServer> {
  const held: HostedEvent[] = [];
  const arrivals = new EventEmitter();
  const service: Service = {
    variants: { ...FIRST_VARIANTS, ...chosen },
    ledger: new Ledger(),
    faults: new Faults(),
    client: { client_id: "hosted-client", client_secret: newToken("secret") },
    accounts: new Map(),
    jobs: [],
    events: [],
    webhooks: new Map(),
    secret: newSecret(),
    rotation: "shown",
    linkTokens: new Map(),
    publicTokens: new Map(),
    unsupported: new Set(),
    requiredOfTasks: [],
    times: { workMs: null, attemptsApartMs: 1_000, attemptMs: 5_000, ...times },
    underWay: new Set(),
    queue(job) {
      service.jobs.push(job);
      arrivals.emit("job");
      if (service.times.workMs !== null) setTimeout(() => perform(service, job), service.times.workMs).unref();
    },
    emit(made) {
      const created = new Date().toISOString();
      const id = idOf("event", newSecret());
      const event: HostedEvent = { ...made, id, created, deliveryStatus: "pending" };
      service.events.push(event);
      service.ledger.entries.push({ kind: "event", at: new Date(), eventId: id, type: made.type, jobId: made.jobId });
      const end = service.faults.ofEvent(event);
      if (end === "lost") event.deliveryStatus = "failed";
      else if (end === "held") held.push(event);
      else
        track(end === "twice" ? deliver(service, event).then(() => deliver(service, event)) : deliver(service, event));
      return event;
    },
    makeAccount(reference) {
      const token = newToken("access");
      const clinic = makeClinic(reference, patients === undefined ? {} : { patients });
      const account: Account = { token, reference, clinic, isLoginLost: false };
      service.accounts.set(token, account);
      return account;
    },
  };

  function track(work: Promise<unknown>): void {
    service.underWay.add(work);
    work.finally(() => service.underWay.delete(work));
  }

  const settled = async (): Promise<void> => {
    while (service.underWay.size > 0) await Promise.all(service.underWay);
  };

  // On a busy machine a connection that is closed for idleness may be closed under a request that is on its way.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { method = "" } = request;
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.replace(/^\/v1/, "");
    const call: Call = { kind: "call", at: new Date(), method, path, query: search, account: null, status: null };
    service.ledger.entries.push(call);
    endRequest(service, request, response).then(
      (found) => Object.assign(call, found),
      () => response.destroy(),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const first = service.makeAccount("clinic-1");
  const accountOf = (token: string = first.token): Account => {
    const found = service.accounts.get(token);
    if (!found) throw new Error("The access token is unknown");
    return found;
  };

  const emitSync = async (account: Account, type: string, record: Fields): Promise<HostedEvent> => {
    const ids =
      "datetime" in record
        ? { appointment_id: record.id, emr_appointment_id: record.ehr_id, patient_mrn: record.patient_mrn }
        : { patient_id: record.id, ehr_id: record.ehr_id, patient_mrn: record.mrn };
    const data = service.variants.syncData === "record" ? { ...ids, ...record } : ids;
    const event = service.emit({ account, type, jobId: null, data, callbackUrls: [] });
    await settled();
    return event;
  };

  return {
    connection: {
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      ...service.client,
      access_token: first.token,
    },
    variants: service.variants,
    ledger: service.ledger,
    faults: service.faults,
    times: service.times,
    unsupported: service.unsupported,
    requiredOfTasks: service.requiredOfTasks,
    clinic: first.clinic,
    clinicOf: (token) => accountOf(token).clinic,
    addAccount: (reference) => service.makeAccount(reference).token,
    queued: () => service.jobs.filter(({ state }) => state === "queued"),
    async job(operation, text) {
      const signal = AbortSignal.timeout(WAIT_MS);
      for (;;) {
        const found = service.jobs.find(
          (job) => job.operation === operation && (text === undefined || Object.values(job.body).includes(text)),
        );
        if (found) return found;
        await once(arrivals, "job", { signal });
      }
    },
    async finish(job) {
      for (const each of job ? [job] : service.jobs.filter(({ state }) => state === "queued")) perform(service, each);
      await settled();
    },
    settled,
    events: service.events,
    async staffChange(list, ehrId, fields, { type, accessToken } = {}) {
      const account = accountOf(accessToken);
      const record = account.clinic[list].find(({ ehr_id }) => ehr_id === ehrId);
      if (!record) throw new Error(`${list} has no ${ehrId}`);
      Object.assign(record, fields);
      return emitSync(account, type ?? (list === "appointments" ? "appointment.updated" : "patient.updated"), record);
    },
    async staffBook(record, { accessToken } = {}) {
      const account = accountOf(accessToken);
      account.clinic.appointments.push(record);
      return emitSync(account, "appointment.created", record);
    },
    async release(order = "forwards") {
      const waiting = held.splice(0);
      for (const event of order === "forwards" ? waiting : waiting.reverse()) await deliver(service, event);
    },
    replay: (event) => deliver(service, event),
    async loseLogin(accessToken) {
      const account = accountOf(accessToken);
      account.isLoginLost = true;
      const data = { message: "The EMR refuses the credentials of this account" };
      service.emit({ account, type: "login_required", jobId: null, data, callbackUrls: [] });
      await settled();
    },
    repairLogin(accessToken) {
      accountOf(accessToken).isLoginLost = false;
    },
    renewToken(accessToken) {
      const account = accountOf(accessToken);
      service.accounts.delete(account.token);
      account.token = newToken("access");
      service.accounts.set(account.token, account);
      return account.token;
    },
    completeLink: (token, now) => completeLink(service, token, now),
    secret: () => service.secret,
    get rotation() {
      return service.rotation;
    },
    set rotation(given) {
      service.rotation = given;
    },
    webhooks: service.webhooks,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
