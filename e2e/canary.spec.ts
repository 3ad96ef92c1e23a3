import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { operationRoutes } from "#lib/catalog/routes";
import type { DemoFile } from "#lib/launcher/demo-file";
import { asOwner } from "./support/as-owner.ts";
import { bearsCanary, CALLBACK, CANARY, CanaryCaller, type Json } from "./support/canary.ts";
import { ConsolePage } from "./support/console.ts";
import { rightRequests, sendRightThings, sendThroughOutage } from "./support/right-requests.ts";
import { SPANS_FILE } from "./support/spans-file.ts";
import { expect, test } from "./support/test.ts";

/** Returns the logs, the metrics and the traces of the product, by name. */
async function writtenDown(demo: DemoFile): Promise<Record<string, string>> {
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const read = (file: string) => readFile(join(dataDir, file), "utf8");
  const metrics = await fetch(`${demo.console_url}/api/metrics`);
  return {
    "server.log": await read("server.log"),
    "postgres.log": await read(join("postgres", "postgres.log")),
    spans: await read(SPANS_FILE),
    metrics: await metrics.text(),
  };
}

/** Returns whether the collector got the span of a GET /v1/jobs/stats that began since a moment. */
const isTracedSince = (spans: string, since: string): boolean =>
  [...spans.matchAll(/"name":"GET \/v1\/jobs\/stats","kind":\d,"startTimeUnixNano":"(\d+)"/g)].some(
    ([, nanoseconds = "0"]) => Number(nanoseconds.slice(0, -6)) >= Date.parse(since),
  );

/** A body whose every text is the canary, under field names of the routes. */
const ODD_BODY = Object.fromEntries(
  ["patient_mrn", "name", "note", "notes", "subject", "message", "description", "reason", "url", "origin", "password"]
    .concat(["email", "role", "emr_type", "timezone", "location", "payment_method", "reference_number", "status"])
    .concat(["view", "action_taken", "type", "query", "team", "service_type", "form_id", "provider", "priority"])
    .map((name) => [name, CANARY]),
);

const QUERY = ["query", "patient_mrn", "status", "cursor", "limit", "start_date", "event_types", "actor", "type"]
  .map((name) => `${name}=${CANARY}`)
  .join("&");

/** Sends unknown ids, invalid values and unauthenticated requests to every route. */
async function sendWrongThings(caller: CanaryCaller): Promise<void> {
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
          caller.noteSecrets(answer.body);
        }
        const nobody: Json[] = [
          { client_id: CANARY, client_secret: CANARY, access_token: CANARY },
          { authorization: `Bearer ${CANARY}` },
          { cookie: `crc.session=${CANARY}`, "x-linked-account": CANARY },
        ];
        for (const headers of nobody) {
          const answer = await caller.ask(method, path, { headers, body });
          // Beyond 60 wrong credentials per minute, an address is answered 429.
          expect("cookie" in headers ? [401] : [401, 429]).toContain(answer.status);
          expect(answer.text).not.toContain(CANARY);
        }
      }
    }
  }
}

/** Lets an assistant read and draft with the canary in its arguments. */
async function useAssistant(caller: CanaryCaller, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
  const note = { patient_mrn: CANARY, subject: CANARY, note: CANARY };
  for (const [name, given] of [
    ["read_patients", { query: CANARY }],
    ["read_patients_by_mrn", { mrn: CANARY }],
    ["draft_patient_notes_create", note],
    ["draft_patient_notes_create", { ...note, tags: CANARY }],
    [CANARY, {}],
  ] as const) {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
    const answer = await caller.ask("POST", "/mcp", { headers, body: message });
    expect([name, answer.status]).toEqual([name, 200]);
  }
}

/** Creates, rotates and uses every kind of secret. */
async function useSecrets(caller: CanaryCaller): Promise<void> {
  const person = { headers: caller.person };
  const make = async (path: string, body: Json, given: { headers?: Json } = {}): Promise<Json> => {
    const answer = await caller.ask("POST", `/v1${path}`, { ...given, body });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    caller.noteSecrets(answer.body);
    return answer.body;
  };
  const { api_client: client } = (await make("/api-clients", { name: CANARY }, person)) as { api_client: Json };
  await make(`/api-clients/${client?.id}/rotate-secret`, {}, person);
  const { user } = (await caller.ask("GET", "/v1/me", person)).body as { user: Json };
  const scopes = { reads: ["patients:read"], drafts: ["patient-notes:create"], valid_days: 1 };
  const { mcp_token: made } = (await make("/mcp-tokens", { name: CANARY, user_id: user.id, ...scopes }, person)) as {
    mcp_token: Json;
  };
  await useAssistant(caller, String(made.token));
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

/** Checks that the product's output contains neither the canary nor a secret nor a patient's number. */
async function expectNothingWritten(demo: DemoFile, caller: CanaryCaller): Promise<void> {
  // Spans leave the product a few seconds after their end.
  const since = new Date().toISOString();
  await caller.ask("GET", "/v1/jobs/stats");
  await expect
    .poll(async () => isTracedSince(await readFile(join(process.env.E2E_DATA_DIR ?? "", SPANS_FILE), "utf8"), since), {
      timeout: 30_000,
    })
    .toBe(true);
  const places = await writtenDown(demo);
  for (const name of ["POST /v1/payments", "job payments:create", "deliver to inbox", "POST /api/webhooks/inbox"])
    expect(places.spans).toContain(`"${name}"`);
  expect(places["server.log"]).toContain('"msg":"ready"');
  expect(places.metrics).toContain("crc_delivery_attempts_total");
  for (const [place, text] of Object.entries(places)) {
    const lines = text.split("\n");
    expect({ place, found: lines.filter(bearsCanary) }).toEqual({ place, found: [] });
    const leaked = [...caller.secrets].filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 12));
    expect({ place, leaked }).toEqual({ place, leaked: [] });
    expect({ place, patients: lines.filter((line) => /\bMRN-\d/.test(line)) }).toEqual({ place, patients: [] });
  }
}

const adminOf = (demo: DemoFile) => {
  const admin = demo.organizations[1]?.users.find(({ role }) => role === "admin");
  if (!admin) throw new Error("The demo's second organization has no admin");
  return admin;
};

/** Returns a caller of the second organization, signed in as its admin. */
async function signedInCaller(demo: DemoFile): Promise<CanaryCaller> {
  const caller = new CanaryCaller(demo);
  const { email, password } = adminOf(demo);
  expect(await caller.signIn(email, password)).toBe(200);
  const accounts = (await caller.ask("GET", "/v1/linked-accounts")).body.linked_accounts as Json[];
  caller.account = String(accounts[0]?.id);
  return caller;
}

/** Renames a patient of the second organization to the canary. Returns the MRN. */
async function canaryPatient(caller: CanaryCaller): Promise<string> {
  const [row] = await asOwner<{ mrn: string }>(
    `UPDATE patient SET first_name = $1, last_name = $1 WHERE id =
       (SELECT id FROM patient WHERE replace(linked_account_id::text, '-', '') = $2 ORDER BY mrn LIMIT 1) RETURNING mrn`,
    [CANARY, caller.account],
  );
  expect(row?.mrn).toMatch(/^MRN-\d/);
  return row?.mrn ?? "";
}

test("no content of a request, valid or invalid, appears in logs, metrics, or responses to anonymous callers", {
  tag: "@long",
}, async ({ demo }) => {
  test.setTimeout(240_000);
  const refused = new CanaryCaller(demo);
  expect(await refused.signIn(`${CANARY}@nowhere.example`, CANARY)).toBe(401);
  expect(await refused.signIn(adminOf(demo).email, CANARY)).toBe(401);
  const caller = await signedInCaller(demo);
  const mrn = await canaryPatient(caller);

  const requests = await rightRequests(caller, mrn);
  const ended = await sendRightThings(caller, requests);
  expect([...ended.keys()].sort(), "every operation").toEqual([...operationRoutes].sort());
  expect([...ended].filter(([, status]) => status !== "completed")).toEqual([]);
  const payment = requests.find(({ template }) => template === "/payments");
  if (payment) await sendThroughOutage(caller, payment);
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
  await expectNothingWritten(demo, caller);
});

/** Collects every URL that a browser requested or kept in its history, and every Referer that it sent. */
class Addresses {
  readonly #context: BrowserContext;
  readonly #asked: Promise<{ url: string; referer: string | undefined }>[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on("request", (request) => {
      const url = request.url();
      const read = request.allHeaders().then(({ referer }) => ({ url, referer }));
      this.#asked.push(read.catch(() => ({ url, referer: undefined })));
    });
  }

  async all(): Promise<{ addresses: string[]; referers: string[] }> {
    const asked = await Promise.all(this.#asked);
    const kept: string[] = [];
    for (const page of this.#context.pages()) {
      const { entries } = await (await this.#context.newCDPSession(page)).send("Page.getNavigationHistory");
      kept.push(...entries.map(({ url }) => url));
    }
    expect(kept.length).toBeGreaterThan(5);
    return {
      addresses: [...asked.map(({ url }) => url), ...kept].map(decodeURIComponent),
      referers: [...new Set(asked.flatMap(({ referer }) => referer || []))],
    };
  }
}

/**
 * Matches the places where a URL may name a patient, by MRN only: the patient's path, and list filters (decisions §5).
 */
const NAMES_A_PATIENT = /\/patients\/(?<own>[^/?]+)|[?&](query|q|mrns|patient_mrn|patient)=(?<filter>[^&]*)/g;

const elsewhereNamed = (address: string, mrn: string) => address.replaceAll(NAMES_A_PATIENT, "").includes(mrn);

/** Looks a patient up in the console, writes about the patient, and finds the records again. */
async function useConsole(page: Page, demo: DemoFile, mrn: string): Promise<void> {
  await page.goto(`${demo.console_url}/sign-in`);
  await page.getByLabel("Email").fill(`${CANARY}@nowhere.example`);
  await page.getByLabel("Password", { exact: true }).fill(CANARY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();

  const console = new ConsolePage(page, { ...demo, organizations: demo.organizations.slice(1) });
  await console.signInByForm("admin");
  await console.goTo("Patients");
  await page.getByLabel("Search patients").getByRole("searchbox").fill(mrn);
  await page.getByRole("link", { name: CANARY }).first().click();
  await expect(page.getByRole("heading", { name: new RegExp(CANARY) })).toBeVisible();
  await page.getByRole("tab", { name: /^Chart/ }).click();

  await console.openPaymentForm();
  await console.fillPayment({ patient: mrn, amount: "12.5", reference: CANARY.slice(0, 20) });
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("textbox", { name: "Notes" }).fill(CANARY);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue(CANARY);
  await console.send();
  // Nothing is open on the patient's claims.
  await page.getByRole("alertdialog").getByRole("button", { name: "Post payment of $12.50" }).click();
  await expect(console.step).toContainText("Completed");
  await page.getByRole("button", { name: "Close" }).first().click();

  await console.goTo("Activity");
  await page.getByRole("searchbox").first().fill(mrn);
  await expect(page.getByRole("row", { name: new RegExp(CANARY) }).first()).toBeVisible();
}

/** Opens an invitation's link twice, and chooses a password. */
async function acceptInvitation(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.reload();
  await page.getByLabel("Name").fill(CANARY);
  await page.getByLabel("Password", { exact: true }).fill(`${CANARY} password`);
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
}

test("no address contains typed text, a patient or a secret, and no server receives a referrer", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(120_000);
  const caller = await signedInCaller(demo);
  const mrn = await canaryPatient(caller);
  const context = page.context();
  const seen = new Addresses(context);
  await useConsole(page, demo, mrn);
  const invited = { email: `${CANARY}-2@lakeside.example`.toLowerCase(), name: CANARY, role: "staff" };
  const { body } = await caller.ask("POST", "/v1/users", { headers: caller.person, body: invited });
  caller.noteSecrets(body);
  await context.clearCookies();
  const other = await context.newPage();
  await acceptInvitation(other, String((body.invitation as Json).url));

  const { addresses, referers } = await seen.all();
  expect(referers).toEqual([]);
  expect(addresses.some((address) => address.includes(mrn))).toBe(true);
  expect(addresses.filter((address) => elsewhereNamed(address, mrn))).toEqual([]);
  expect(addresses.filter(bearsCanary)).toEqual([]);
  const leaked = [...caller.secrets].filter((secret) => addresses.some((address) => address.includes(secret)));
  expect(leaked.map((secret) => secret.slice(0, 12))).toEqual([]);
  await expectNothingWritten(demo, caller);
});
