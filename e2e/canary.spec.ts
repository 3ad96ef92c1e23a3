import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoFile } from "#lib/runtime/demo-file";
import { expect, test } from "./support/test.ts";

/** Stands in everything that is sent, and is looked for where nothing of it may be. */
const CANARY = `Canary${randomBytes(8).toString("hex")}`;
/** Where nobody listens: every delivery to it fails, and its address bears a secret, as partners' do. */
const CALLBACK = `http://127.0.0.1:1/${CANARY}?key=${CANARY}`;

type Json = Record<string, unknown>;

interface Answered {
  status: number;
  text: string;
  body: Json;
}

/** The second organization, which no other spec's records belong to. */
class Caller {
  readonly #demo: DemoFile;
  readonly integrator: Record<string, string>;
  /** Every credential and secret that was used or answered. */
  readonly secrets = new Set<string>();
  cookie = "";
  account = "";

  constructor(demo: DemoFile) {
    this.#demo = demo;
    const organization = demo.organizations[1];
    this.integrator = {
      client_id: organization?.client_id ?? "",
      client_secret: organization?.client_secret ?? "",
      access_token: organization?.accounts[0]?.access_token ?? "",
    };
    for (const { client_secret, webhook_secret, accounts, users } of demo.organizations) {
      const all = [client_secret, webhook_secret, ...accounts.map((each) => each.access_token)];
      for (const secret of [...all, ...users.map((each) => each.password)]) this.secrets.add(secret);
    }
  }

  async ask(method: string, path: string, given: { headers?: Json; body?: unknown } = {}): Promise<Answered> {
    const { headers = this.integrator, body } = given;
    const answer = await fetch(`${this.#demo.console_url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(headers as HeadersInit) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    let parsed: Json = {};
    if (answer.headers.get("content-type")?.startsWith("application/json")) parsed = JSON.parse(text) as Json;
    return { status: answer.status, text, body: parsed };
  }

  get person(): Record<string, string> {
    const { origin } = new URL(this.#demo.console_url);
    return { cookie: this.cookie, "x-linked-account": this.account, origin };
  }

  /** As the sign-in's own page does; gives the status. */
  async signIn(email: string, password: string): Promise<number> {
    const url = this.#demo.console_url;
    const csrf = await fetch(`${url}/api/auth/csrf`);
    const cookies = csrf.headers.getSetCookie().map((each) => each.split(";")[0]);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const answer = await fetch(`${url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { cookie: cookies.join("; "), "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
    });
    const session = answer.headers.getSetCookie().find((each) => each.startsWith("crc.session="));
    this.cookie = session?.split(";")[0] ?? this.cookie;
    if (session) this.secrets.add(this.cookie.slice("crc.session=".length));
    return answer.status;
  }
}

/** Everything that the product wrote down or tells its operator, by where it stands. */
async function writtenDown(demo: DemoFile): Promise<Record<string, string>> {
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const read = (file: string) => readFile(join(dataDir, file), "utf8");
  const metrics = await fetch(`${demo.console_url}/api/metrics`);
  return {
    "server.log": await read("server.log"),
    "postgres.log": await read(join("postgres", "postgres.log")),
    metrics: await metrics.text(),
  };
}

/** A body whose every text is the canary, by names that the routes know. */
const ODD_BODY = Object.fromEntries(
  ["patient_mrn", "name", "note", "notes", "subject", "message", "description", "reason", "url", "origin", "password"]
    .concat(["email", "role", "emr_type", "timezone", "location", "payment_method", "reference_number", "status"])
    .concat(["view", "action_taken", "type", "query", "team", "service_type", "form_id", "provider", "priority"])
    .map((name) => [name, CANARY]),
);

const QUERY = ["query", "patient_mrn", "status", "cursor", "limit", "start_date", "event_types", "actor", "type"]
  .map((name) => `${name}=${CANARY}`)
  .join("&");

/** Asks every route for what is not there, with what is no value, and as nobody. */
async function sendWrongThings(caller: Caller): Promise<void> {
  const document = (await caller.ask("GET", "/v1/openapi.json")).body as { paths: Record<string, Json> };
  for (const [template, operations] of Object.entries(document.paths)) {
    const path = `/v1${template.replaceAll(/\{\w+\}/g, CANARY)}`;
    for (const method of Object.keys(operations).map((each) => each.toUpperCase())) {
      if (template === "/events/stream") continue;
      const isWrite = method !== "GET";
      const bodies = method === "GET" || method === "DELETE" ? [undefined] : [ODD_BODY, `{"note":"${CANARY}`];
      for (const body of bodies) {
        for (const headers of [caller.integrator, caller.person]) {
          const key = isWrite ? { "idempotency-key": `${CANARY}${Math.random()}` } : {};
          const answer = await caller.ask(method, `${path}?${isWrite ? "" : QUERY}`, {
            headers: { ...headers, ...key },
            body,
          });
          expect(answer.status, `${method} ${template}: ${answer.text}`).toBeLessThan(500);
          noteSecrets(caller, answer.body);
        }
        const nobody: Json[] = [
          { client_id: CANARY, client_secret: CANARY, access_token: CANARY },
          { authorization: `Bearer ${CANARY}` },
          { cookie: `crc.session=${CANARY}`, "x-linked-account": CANARY },
        ];
        for (const headers of nobody) {
          const answer = await caller.ask(method, path, { headers, body });
          expect([answer.status, answer.text.includes(CANARY)]).toEqual([401, false]);
        }
      }
    }
  }
}

/** Remembers every secret that an answer holds: it may stand there and nowhere else. */
function noteSecrets(caller: Caller, value: unknown): void {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) noteSecrets(caller, part);
  } else if (typeof value === "string" && /(^|#)(secret|token|invitation|whsec|embed)_.{20}/.test(value)) {
    caller.secrets.add(value.split("#").at(-1) ?? value);
  }
}

/** Sends every kind of operation as it should be, waits for its end, and once through an EMR that is out. */
async function sendRightThings(caller: Caller): Promise<void> {
  const first = async (list: string, query = "") =>
    ((await caller.ask("GET", `/v1/${list}?limit=1${query}`)).body[list.replaceAll("-", "_")] as Json[])[0] ?? {};
  const [{ mrn }, location, provider] = await Promise.all([first("patients"), first("locations"), first("providers")]);
  const settings = (await caller.ask("GET", "/v1/settings")).body.settings as Json;
  const method = (settings?.payment_methods as Json[] | undefined)?.[0] ?? {};
  const payment = {
    patient_mrn: mrn,
    payment_method: method.name ?? "Cash",
    reference_number: CANARY.slice(0, 20),
    location: location.emr_id,
    amount: 5,
    notes: CANARY,
  };
  const callback_urls = [CALLBACK];
  const sent: [string, string, Json][] = [
    ["POST", "/payments", payment],
    ["POST", "/patient-notes", { patient_mrn: mrn, note: CANARY, subject: CANARY }],
    ["POST", "/messages", { provider: provider.ehr_id, subject: CANARY, message: CANARY }],
    ["POST", "/tasks", { patient_mrn: mrn, description: CANARY, subject: CANARY }],
    ["POST", "/referrals", { patient_mrn: mrn, reason: CANARY, notes: CANARY }],
    ["POST", "/claims/fetch", { claim_ids: [CANARY] }],
    ["POST", "/orders/catalog/fetch", { type: "lab", query: CANARY }],
  ];
  const jobs: unknown[] = [];
  for (const [verb, path, body] of sent) {
    const answer = await caller.ask(verb, `/v1${path}`, { body: { ...body, callback_urls } });
    expect([path, answer.status, answer.text]).toEqual([path, 202, answer.text]);
    jobs.push(answer.body.job_id);
  }
  const behave = (body: Json) => caller.ask("PATCH", "/v1/sandbox/behavior", { body });
  await behave({ outage: true });
  const lost = (await caller.ask("POST", "/v1/payments", { body: { ...payment, callback_urls } })).body.job_id;
  const job = async (id: unknown) => (await caller.ask("GET", `/v1/jobs/${id}`)).body.job as Json;
  await expect.poll(async () => (await job(lost)).attempts, { timeout: 30_000 }).toBeGreaterThan(0);
  await behave({ outage: false });
  for (const id of jobs) {
    await expect.poll(async () => (await job(id)).status, { timeout: 30_000 }).toMatch(/completed|failed/);
  }
  // The callbacks were tried, and failed.
  const tried = async () => JSON.stringify((await job(jobs[0])).timeline).includes('"delivery","attempt":1');
  await expect.poll(tried, { timeout: 30_000 }).toBe(true);
}

/** Makes, rotates and uses each secret that there is. */
async function useSecrets(caller: Caller): Promise<void> {
  const person = { headers: caller.person };
  const make = async (path: string, body: Json, given: { headers?: Json } = {}): Promise<Json> => {
    const answer = await caller.ask("POST", `/v1${path}`, { ...given, body });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    noteSecrets(caller, answer.body);
    return answer.body;
  };
  const { api_client: client } = (await make("/api-clients", { name: CANARY }, person)) as { api_client: Json };
  await make(`/api-clients/${client?.id}/rotate-secret`, {}, person);
  const { webhook_endpoint: endpoint } = (await make("/webhook-endpoints", { url: CALLBACK })) as {
    webhook_endpoint: Json;
  };
  await make(`/webhook-endpoints/${endpoint?.id}/rotate-secret`, {});
  await make(`/webhook-endpoints/${endpoint?.id}/test`, {});
  await caller.ask("DELETE", `/v1/webhook-endpoints/${endpoint?.id}`);
  const email = `${CANARY}@lakeside.example`.toLowerCase();
  const { invitation } = (await make("/users", { email, name: CANARY, role: "staff" }, person)) as { invitation: Json };
  const accepted = await caller.ask("POST", "/api/invitation/accept", {
    headers: { origin: caller.person.origin ?? "" },
    body: { token: String(invitation?.url).split("#")[1], name: CANARY, password: `${CANARY} password` },
  });
  expect(accepted.status, accepted.text).toBe(200);
  expect(await caller.signIn(email, `${CANARY} password`)).toBe(200);
  for (const path of [
    "/api/webhooks/inbox",
    `/api/webhooks/inbox?account=${CANARY}`,
    "/api/invitation",
    "/api/runner",
  ]) {
    const headers = { origin: caller.person.origin, "webhook-id": CANARY, "webhook-signature": `v1,${CANARY}` };
    const answer = await caller.ask("POST", path, { headers, body: { token: CANARY, id: CANARY } });
    expect([path, answer.text.includes(CANARY)]).toEqual([path, false]);
  }
}

test("nothing of what is sent, rightly or wrongly, stands in logs, in metrics, or in answers to nobody", async ({
  demo,
}) => {
  test.setTimeout(240_000);
  const caller = new Caller(demo);
  const admin = demo.organizations[1]?.users.find(({ role }) => role === "admin");
  expect(await caller.signIn(`${CANARY}@nowhere.example`, CANARY)).toBe(401);
  expect(await caller.signIn(admin?.email ?? "", CANARY)).toBe(401);
  expect(await caller.signIn(admin?.email ?? "", admin?.password ?? "")).toBe(200);
  const accounts = (await caller.ask("GET", "/v1/linked-accounts")).body.linked_accounts as Json[];
  caller.account = String(accounts[0]?.id);

  await sendRightThings(caller);
  await sendWrongThings(caller);
  for (const headers of [caller.person, {}]) {
    for (const path of [`patients/${CANARY}`, `activity?query=${CANARY}`, `jobs/${CANARY}`, CANARY]) {
      const page = await caller.ask("GET", `/a/${caller.account}/${path}`, { headers });
      expect(page.status, path).toBeLessThan(500);
      for (const secret of caller.secrets) expect(page.text.includes(secret), path).toBe(false);
    }
  }
  await useSecrets(caller);

  expect(caller.secrets.size).toBeGreaterThan(15);
  const places = await writtenDown(demo);
  expect(places["server.log"]).toContain('"msg":"ready"');
  expect(places.metrics).toContain("crc_delivery_attempts_total");
  for (const [place, text] of Object.entries(places)) {
    const lines = text.split("\n");
    expect({ place, found: lines.filter((line) => line.toLowerCase().includes(CANARY.toLowerCase())) }).toEqual({
      place,
      found: [],
    });
    const leaked = [...caller.secrets].filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 12));
    expect({ place, leaked }).toEqual({ place, leaked: [] });
    expect({ place, patients: lines.filter((line) => /\bMRN-\d/.test(line)) }).toEqual({ place, patients: [] });
  }
});
