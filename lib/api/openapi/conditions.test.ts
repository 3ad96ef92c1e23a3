/** @module-tag long */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, isWrite, route as routeOf } from "#lib/testing/api";
import { type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";
import { allCommands } from "./all-commands.ts";

process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();
let clinic: FullClinic;

const openClinic = async () => {
  clinic = await openFullClinic(database);
};

const conditional = allCommands.flatMap(({ method, path, ...definition }) =>
  "conditional" in definition && definition.conditional
    ? [{ name: `${method} ${path}`, route: routeOf(method, path) }]
    : [],
);
/** Is tried with a provider whose description can be read, in `lib/sign-in/own-provider/own-provider.test.ts`. */
const ELSEWHERE = "/organizations/provider";
const tried = conditional.filter(({ route: { path } }) => path !== ELSEWHERE);
const changes = tried.filter(({ route: { method } }) => method !== "DELETE");

/** Changes of what the clinic's records are, where its own bodies change nothing. */
const CHANGED: Record<string, object> = {
  "PATCH /sandbox/behavior": { latency_ms: 5 },
  "PUT /organizations/oauth": { enabled: true },
  "PUT /organizations/sign-in": { second_factor_required: true },
  "PUT /me/alerts": { chosen: [] },
};

/** Sends a write of the clinic's record with an `If-Match` or other conditions, or without one. */
async function send(route: DescribedRoute, condition: string | Record<string, string> = {}) {
  const conditions = typeof condition === "string" ? { "if-match": condition } : condition;
  const headers = { ...clinic.headersFor(route), ...conditions };
  const body = CHANGED[`${route.method} ${route.path}`] ?? clinic.bodyOf(route);
  const params = clinic.paramsOf(route.path);
  const { text, ...answer } = await ask(route, { headers, params, body: JSON.stringify(body ?? {}) });
  return { ...answer, body: JSON.parse(text) };
}

type Json = Record<string, unknown>;

/** Finds the record with an `etag` in a body: the body itself, or the only record in it. */
const taggedIn = (body: Json): Json & { etag: string } =>
  ("etag" in body ? body : Object.values(body).find((value) => typeof value === "object")) as Json & { etag: string };

/** Records that admins change as their list shows them; at the address of one is what a page shows of it. */
const READ_IN_LIST = ["/linked-accounts/{id}"];

/** Reads the present record of a path, from its own read or from the list that has it. */
async function recordAt(path: string) {
  if (path === "/me/alerts") {
    const { text } = await ask(routeOf("GET", "/me"), { headers: clinic.headersFor(routeOf("PUT", path)) });
    return { record: JSON.parse(text).mails as Json & { etag: string }, header: null, isOwn: false };
  }
  const own = READ_IN_LIST.includes(path)
    ? undefined
    : describedRoutes.find((route) => route.method === "GET" && route.path === path);
  const route = own ?? routeOf("GET", path.replace(/\/\{\w+\}$/, ""));
  const params = clinic.paramsOf(path);
  const { text, headers } = await ask(route, { headers: clinic.headersFor(route), params: own ? params : {} });
  const { success, ...body } = JSON.parse(text);
  const list = Object.values(body).find(Array.isArray);
  const record: Json & { etag: string } = own ? taggedIn(body) : list?.find(({ id }: Json) => id === params.id);
  return { record, header: own ? headers.get("etag") : null, isOwn: own !== undefined };
}

const STALE = `"${"x".repeat(43)}"`;

it("are judged for these commands", () => {
  expect(conditional.map(({ name }) => name).sort()).toEqual([
    "DELETE /linked-accounts/{id}",
    "DELETE /organizations/provider",
    "DELETE /saved-views/{id}",
    "DELETE /webhook-endpoints/{id}",
    "PATCH /linked-accounts/{id}",
    "PATCH /providers/ehr/{ehr_id}",
    "PATCH /providers/{id}",
    "PATCH /sandbox/behavior",
    "PATCH /saved-views/{id}",
    "PATCH /webhook-endpoints/{id}",
    "PUT /me/alerts",
    "PUT /organizations/oauth",
    "PUT /organizations/provider",
    "PUT /organizations/sign-in",
    "PUT /subscriptions",
  ]);
});

/** Why a change that is not judged undoes nothing of another's. */
const UNJUDGED: Record<string, string> = {
  "PATCH /api-clients/{id}": "names the fields that it changes",
  "PATCH /appointments": "names the one field that the EMR changes",
  "PATCH /appointments/ehr/{emr_appointment_id}": "names the fields that the EMR changes",
  "PATCH /appointments/{id}": "names the fields that the EMR changes",
  "PATCH /me/second-factors/{id}": "is a name alone, of one's own",
  "PATCH /patients/{mrn}": "names the fields that the EMR changes",
  "PATCH /patients/{mrn}/insurances/{id}": "names the fields that the EMR changes",
  "PATCH /referrals/{id}": "names the fields that the EMR changes",
  "PATCH /settings": "names the fields that it changes",
  "PATCH /users/{id}": "names the fields that it changes",
  "PATCH /visit-status-meanings": "names the entries that it changes",
  "PUT /downtime-packets/passphrase": "replaces what nobody reads",
  "PUT /me/password": "replaces what nobody reads, and has the present one",
};

it("are judged for every PUT and PATCH that may undo what another has saved", () => {
  const all = describedRoutes.filter(({ method }) => ["PUT", "PATCH"].includes(method));
  const unjudged = all.filter((route) => !conditional.some((each) => each.route === route));
  expect(unjudged.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(UNJUDGED));
});

describe.each(tried)("$name with If-Match", ({ route }) => {
  beforeEach(openClinic);

  it("changes the record if it is as it was read, and says its new tag", async () => {
    const { record, header, isOwn } = await recordAt(route.path);
    expect(record.etag).toMatch(/^"[\w-]{43}"$/);
    if (isOwn) expect(header).toBe(record.etag);
    const answer = await send(route, record.etag);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (route.method === "DELETE") return;
    const after = await recordAt(route.path);
    expect(taggedIn(answer.body).etag).toBe(after.record.etag);
    expect(after.record.etag).not.toBe(record.etag);
  });

  it("is 412 with the present record once another has changed it, and changes nothing", async () => {
    const before = await recordAt(route.path);
    const changing = changes.find(({ route: { path } }) => path === route.path);
    if (!changing) throw new Error("Nothing changes the record");
    expect((await send(changing.route)).status).toBe(200);
    const after = await recordAt(route.path);
    const answer = await send(route, before.record.etag);
    expect(answer.status).toBe(412);
    expect(answer.body).toEqual({
      success: false,
      message: expect.stringContaining("nothing was saved"),
      current: after.record,
    });
    expect(answer.headers.get("etag")).toBe(after.record.etag);
    expect(await recordAt(route.path)).toEqual(after);
  });

  it.each([
    ["a weak tag", (etag: string) => `W/${etag}`, 412],
    ["another's tag", () => STALE, 412],
    ["a list without it", (etag: string) => `${STALE}, W/${etag}`, 412],
    ["a list with it", (etag: string) => `${STALE} ,, ${etag}`, 200],
    ["any state", () => "*", 200],
    ["a tag without quotes", (etag: string) => etag.slice(1, -1), 400],
    ["nothing", () => "", 400],
    ["a star in a list", (etag: string) => `${etag}, *`, 400],
  ])("that has %s", async (_name, headerOf, status) => {
    const { record } = await recordAt(route.path);
    const answer = await send(route, headerOf(record.etag));
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
    if (status === 400) expect(answer.body.errors).toEqual([{ field: "If-Match", message: expect.any(String) }]);
  });
});

describe.each(tried)("$name with If-None-Match", ({ route }) => {
  beforeAll(openClinic);

  it.each([
    ["any state", () => ({ "if-none-match": "*" }), 412],
    ["the present tag", (etag: string) => ({ "if-none-match": etag }), 412],
    ["the present tag as a weak one", (etag: string) => ({ "if-none-match": `W/${etag}` }), 412],
    ["a list with it", (etag: string) => ({ "if-none-match": `${STALE} ,, W/${etag}` }), 412],
    ["the present tag beside a right If-Match", (etag: string) => ({ "if-match": etag, "if-none-match": etag }), 412],
    ["another's tag beside a wrong If-Match", () => ({ "if-match": STALE, "if-none-match": STALE }), 412],
    ["a tag without quotes", (etag: string) => ({ "if-none-match": etag.slice(1, -1) }), 400],
    ["nothing", () => ({ "if-none-match": "" }), 400],
    ["a star in a list", (etag: string) => ({ "if-none-match": `${etag}, *` }), 400],
  ])("that has %s, changes nothing", async (_name, conditionsOf, status) => {
    const before = await recordAt(route.path);
    const answer = await send(route, conditionsOf(before.record.etag));
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
    expect(await recordAt(route.path)).toEqual(before);
    if (status === 412) expect(answer.body.current).toEqual(before.record);
    if (status === 400) expect(answer.body.errors).toEqual([{ field: "If-None-Match", message: expect.any(String) }]);
  });

  it("that has others' tags, beside a right If-Match and a time that is over, changes the record", async () => {
    const { record } = await recordAt(route.path);
    const conditions = { "if-match": record.etag, "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" };
    const answer = await send(route, { ...conditions, "if-none-match": `${STALE}, W/"a,b"` });
    expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)]);
  });
});

describe("If-Match", () => {
  beforeEach(openClinic);

  it.each(changes)("$name: of several requests at once with one tag exactly one wins", async ({ route }) => {
    const { record } = await recordAt(route.path);
    const answers = await Promise.all([1, 2, 3].map(() => send(route, record.etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it("a change of another record leaves a provider's tag as it is", async () => {
    const { record } = await recordAt("/providers/{id}");
    const [other] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM provider WHERE linked_account_id = $1 ORDER BY id DESC LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    const answer = await ask(routeOf("PATCH", "/providers/{id}"), {
      headers: clinic.headers,
      params: { id: other?.id ?? "" },
      body: JSON.stringify({ hide_in_availability: "true" }),
    });
    expect([answer.status, other?.id === record.id]).toEqual([200, false]);
    expect((await recordAt("/providers/{id}")).record).toEqual(record);
  });

  it("the repetition of a request under its Idempotency-Key has the first answer", async () => {
    const route = routeOf("PATCH", "/providers/{id}");
    const { record } = await recordAt(route.path);
    const asked = {
      headers: { ...clinic.headers, "if-match": record.etag, "idempotency-key": "once" },
      params: clinic.paramsOf(route.path),
      body: JSON.stringify({ hide_in_availability: "true" }),
    };
    const first = await ask(route, asked);
    expect(first.status).toBe(200);
    expect((await ask(route, asked)).text).toBe(first.text);
  });

  it("an embedded view that may not read the record is refused without seeing it", async () => {
    const made = await ask(routeOf("POST", "/embed/sessions"), {
      headers: clinic.headers,
      body: JSON.stringify({
        view: "providers",
        origin: "https://portal.example",
        actor: { id: "7", name: "Robin" },
        permissions: ["providers:update"],
      }),
    });
    const { token } = JSON.parse(made.text);
    const { status, text, headers } = await ask(routeOf("PATCH", "/providers/{id}"), {
      headers: { authorization: `Bearer ${token}`, "if-match": STALE },
      params: clinic.paramsOf("/providers/{id}"),
      body: JSON.stringify({ hide_in_availability: "true" }),
    });
    expect([status, Object.keys(JSON.parse(text)), headers.get("etag")]).toEqual([412, ["success", "message"], null]);
  });
});

describe("a write whose record has no strong tag", () => {
  beforeAll(openClinic);
  const unjudged = describedRoutes.filter(
    (route) => isWrite(route) && !conditional.some((each) => each.route === route),
  );

  it.each(unjudged)("$method $path takes no change under one, nor under If-None-Match", async (route) => {
    for (const condition of [{ "if-match": '"x"' }, { "if-none-match": "*" }, { "if-none-match": 'W/"x"' }]) {
      const { status, body } = await send(route, condition);
      expect([status, body.message]).toEqual([412, expect.stringContaining("nothing was saved")]);
    }
    for (const name of ["If-Match", "If-None-Match"]) {
      const { status, body } = await send(route, { [name]: "x" });
      expect([status, body.errors[0].field]).toEqual([400, name]);
    }
  });
});

describe("a read", () => {
  beforeAll(openClinic);
  const reads = describedRoutes.filter(({ method, path }) => method === "GET" && path !== "/events/stream");
  const readAt = async (route: DescribedRoute, conditions: Record<string, string> = {}) => {
    const { status, headers } = await ask(route, {
      headers: { ...clinic.headersFor(route), ...conditions },
      params: clinic.paramsOf(route.path),
    });
    return { status, etag: headers.get("etag") };
  };

  it.each(reads)("GET $path is judged by its conditions", async (route) => {
    const { status, etag } = await readAt(route);
    if (status !== 200) return;
    expect((await readAt(route, { "if-match": STALE })).status).toBe(412);
    expect((await readAt(route, { "if-match": "*" })).status).toBe(200);
    expect((await readAt(route, { "if-match": "x" })).status).toBe(400);
    expect((await readAt(route, { "if-none-match": "x, *" })).status).toBe(400);
    expect((await readAt(route, { "if-none-match": STALE })).status).toBe(200);
    const times = {
      "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT",
      "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT",
    };
    expect((await readAt(route, times)).status).toBe(200);
    if (etag === null) return;
    const isStrong = !etag.startsWith("W/");
    expect((await readAt(route, { "if-match": etag })).status).toBe(isStrong ? 200 : 412);
    expect((await readAt(route, { "if-match": `${STALE}, ${etag}` })).status).toBe(isStrong ? 200 : 412);
    expect((await readAt(route, { "if-match": `W/${etag.replace("W/", "")}` })).status).toBe(412);
    expect((await readAt(route, { "if-none-match": `${STALE}, W/${etag.replace("W/", "")}` })).status).toBe(304);
    expect((await readAt(route, { "if-match": STALE, "if-none-match": etag })).status).toBe(412);
  });
});
