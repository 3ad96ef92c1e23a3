import { getTableName } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import { writtenTables } from "#lib/catalog/generated/written-tables";
import type { OperationDefinition } from "#lib/definitions/operation";
import { todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { ask, pagedRoutes } from "#lib/testing/api";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

process.env.RATE_LIMIT_PER_MINUTE = "100000";

const FIRST_ROWS = 19;
const LIMIT = 4;
const ROWS_BETWEEN = 3;
/** Pages after which no more rows are inserted, so that the list ends. */
const PAGES_WITH_INSERTS = 8;

interface List {
  table: string;
  /** The tenant column of the listed rows; the account's by default. */
  of?: "linked_account_id" | "organization_id";
  /** SQL condition that selects the clinic's row to copy. */
  like?: string;
  /** The columns in which a copy differs. `place` is one of a few positions, so that several copies share one. */
  own(place: number, id: string): Record<string, unknown>;
  query?: string;
  /** The row with the same id that each copy needs. */
  first?: List;
  /** Returns the id of a record in a response; `id` by default. */
  idOf?(record: Record<string, unknown>): unknown;
}

const today = todayIn("America/New_York");
const at = (place: number) => ({ created_at: `2026-03-02T15:0${place}:00Z` });
/** Within the days for which a shift's notes are shown. */
const loadedAt = Date.now();
const lately = (place: number) => ({ created_at: new Date(loadedAt - place * 60_000).toISOString() });
const written = (table: string, key: string): List => ({ table, own: at, idOf: (record) => record[key] });
/** The lists of records that operations write. */
const listed = Object.values<OperationDefinition>(catalog).flatMap(({ listedIn, path, identifiers }) => {
  const [key = ""] = Object.keys(identifiers.shape);
  const table = writtenTables.map(getTableName).find((name) => name.endsWith(key.replace(/_id$/, "")));
  return listedIn && table ? [[path, written(table, key)] as const] : [];
});
const envelope = { access_token_reference_id: "reference-1", object: "event", type: "payment.failed", job_id: "1" };
const visit = (place: number, id: string) => ({ emr_appointment_id: id, starts_at: `${today}T15:0${place}:00Z` });
const named = (place: number, id: string) => ({ ehr_id: id, last_name: `Name ${place}` });

/** What people have granted to OAuth clients, in the table of the tokens. */
const granted: List = {
  table: "mcp_token",
  of: "organization_id",
  like: "client_id IS NOT NULL",
  own: (_place, id) => ({ token_hash: id }),
};

/** How the test copies rows for each list. */
const LISTS: Record<string, List> = {
  "/api-clients": { table: "api_client", of: "organization_id", own: (_place, id) => ({ client_id: id }) },
  "/appointments": {
    table: "appointment",
    like: "category = 'appointment'",
    own: visit,
    query: `&start_date=${today}&end_date=${today}`,
  },
  "/audit-log": {
    table: "audit_log",
    of: "organization_id",
    own: (place) => ({ at: `2026-03-02T15:0${place}:00Z` }),
    // Reading the audit log adds entries to it.
    query: "&created_before=2026-03-03T00:00:00Z",
  },
  "/availability": {
    table: "appointment",
    like: "category = 'schedule_slot'",
    own: visit,
    query: `&start_date=${today}&end_date=${today}`,
  },
  "/changes/history": {
    table: "record_change",
    // The digits are of a random part.
    own: (_place, id) => ({ record_id: id, position: 1 + Number.parseInt(id.slice(-9), 16) }),
  },
  "/claims": {
    table: "claim",
    own: (place, id) => ({ emr_claim_id: id, service_date: `2026-03-0${place + 1}` }),
  },
  "/day-closings": {
    table: "day_closing",
    own: (place, id) => ({ location_id: id, date: `2026-02-0${place + 1}`, ...at(place) }),
  },
  "/documents": { table: "document", own: (place, id) => ({ emr_id: id, ...at(place) }) },
  "/drafts": { table: "draft", own: at },
  "/embed/origins": {
    table: "embed_origin",
    of: "organization_id",
    own: (_place, id) => ({ origin: `https://${id}.example` }),
  },
  "/events": {
    table: "event",
    own: (place, id) => ({
      ...at(place),
      envelope: { ...envelope, id, created: "2026-03-02T15:00:00.000Z", data: {} },
    }),
    idOf: ({ event }) => (event as { id: string }).id,
  },
  "/forms": { table: "form", own: (place, id) => ({ emr_form_id: id, name: `Form ${place}` }) },
  "/jobs": { table: "job", own: at, idOf: ({ job_id }) => job_id },
  "/linked-accounts/{id}/sync/set-aside": {
    table: "sync_set_aside",
    own: (_place, id) => ({ ehr_id: id }),
    idOf: ({ ehr_id }) => ehr_id,
  },
  "/linked-accounts": {
    table: "linked_account",
    of: "organization_id",
    own: (_place, id) => ({ access_token_hash: id }),
  },
  "/link-tokens": {
    table: "link_token",
    of: "organization_id",
    first: {
      table: "embed_session",
      of: "organization_id",
      like: "view = 'link'",
      own: (_place, id) => ({ token_hash: id }),
    },
    own: (_place, id) => ({ public_hash: id }),
  },
  "/locations": { table: "location", own: (place, id) => ({ emr_id: id, name: `Place ${place}` }) },
  "/mcp-tokens": { table: "mcp_token", like: "client_id IS NULL", own: (_place, id) => ({ token_hash: id }) },
  "/emr-apps": {
    table: "emr_app",
    of: "organization_id",
    own: (_place, id) => ({ issuer: `https://${id}.example`, client_id: "console", scopes: "offline_access" }),
  },
  "/scim-tokens": { table: "scim_token", of: "organization_id", own: (_place, id) => ({ token_hash: id }) },
  "/me/oauth-grants": granted,
  "/oauth-grants": granted,
  "/messages": written("message", "message_id"),
  ...Object.fromEntries(listed),
  "/orders/catalog": {
    table: "order_catalog_item",
    own: (place, id) => ({ item_id: `${place}-${id}` }),
    idOf: ({ item_id }) => item_id,
  },
  "/patients": {
    table: "patient",
    own: (place, id) => ({ mrn: id, ...named(place, id) }),
    idOf: ({ mrn }) => mrn,
  },
  "/providers": { table: "provider", own: named },
  "/recalls": { table: "recall", own: (place, id) => ({ ehr_id: id, due_date: `2026-05-0${place + 1}` }) },
  "/referrals": { table: "referral", own: (place, id) => ({ ehr_id: id, ...at(place) }) },
  "/referring-providers": { table: "referring_provider", like: "active", own: named },
  "/saved-views": { table: "saved_view", own: (place, id) => ({ name: `View ${place} ${id}` }) },
  "/shift-notes": { table: "shift_note", own: lately },
  "/staff": { table: "staff", own: named },
  "/users": {
    table: "app_user",
    of: "organization_id",
    own: (_place, id) => ({ email: id, invitation_hash: null }),
  },
  "/visit-types": { table: "visit_type", own: (place) => ({ name: `Visit ${place}` }) },
  "/webhook-endpoints": { table: "webhook_endpoint", own: at },
};

const database = testDatabase();
let clinic: FullClinic;

beforeAll(async () => {
  clinic = await openFullClinic(database);
});

/** Inserts a copy of a row of the clinic, at a random position of the list. */
async function insertOne(
  id: string,
  { table, of = "linked_account_id", like = "true", own, first }: List,
): Promise<void> {
  if (first) await insertOne(id, first);
  // 0 to 4, from the last digit of a random part.
  const place = Number.parseInt(id.slice(-1), 16) % 5;
  const overrides = JSON.stringify({ id, ...own(place, id) });
  // Job numbers come from the sequence that acceptances use.
  const numbered =
    table === "job" ? `|| jsonb_build_object('id', nextval('job_id_seq'), 'emr_idempotency_key', '${id}')` : "";
  await database.asOwner(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || $1::jsonb ${numbered})).*
     FROM (SELECT * FROM ${table} WHERE ${of} = $2 AND ${like} LIMIT 1) t`,
    [overrides, of === "organization_id" ? clinic.tenant.organizationId : clinic.tenant.linkedAccountId],
  );
}

/** Inserts several such copies. */
async function insert(list: List, count: number): Promise<void> {
  for (let copy = 0; copy < count; copy++) await insertOne(newId(), list);
}

const lists = pagedRoutes.map((route) => [route.path, route] as const);

it.each(lists)("%s returns every row once, despite concurrent inserts", async (path, route) => {
  const list = LISTS[path];
  if (!list) throw new Error(`Say in this test how the rows of ${path} are made more`);
  const { query = "", idOf = ({ id }) => id } = list;
  await insert(list, FIRST_ROWS);

  const page = async (parameters: string): Promise<{ ids: unknown[]; next?: string; pagination?: object }> => {
    const { status, text } = await ask(route, {
      params: clinic.paramsOf(path),
      query: `?${parameters}${query}`,
      headers: clinic.headersFor(route),
    });
    expect(status, text).toBe(200);
    const { next_cursor: next, pagination, ...body } = JSON.parse(text);
    const records = Object.values(body).find((value) => Array.isArray(value) && typeof value[0] !== "string");
    return { ids: ((records ?? []) as Record<string, unknown>[]).map(idOf), next, pagination };
  };

  const before = (await page("limit=5000")).ids;
  expect(before.length).toBeGreaterThanOrEqual(FIRST_ROWS);
  const read: unknown[] = [];
  let cursor = "";
  for (let pages = 0; ; pages++) {
    const { ids, next } = await page(`limit=${LIMIT}${cursor}`);
    read.push(...ids);
    if (!next) break;
    expect(ids).toHaveLength(LIMIT);
    cursor = `&cursor=${encodeURIComponent(next)}`;
    if (pages < PAGES_WITH_INSERTS) await insert(list, ROWS_BETWEEN);
  }
  expect(new Set(read).size, "duplicate rows").toBe(read.length);
  expect(
    before.filter((id) => !read.includes(id)),
    "missing rows",
  ).toEqual([]);
  const after = (await page("limit=5000")).ids;
  expect(
    after.filter((id) => read.includes(id)),
    "order of the rows",
  ).toEqual(read);

  const size = after.length - 1;
  const [first, second, beyond] = [
    await page(`page_size=${size}`),
    await page(`page=2&page_size=${size}`),
    await page(`page=9&page_size=${size}`),
  ];
  expect([...first.ids, ...second.ids], "rows of numbered pages").toEqual(after);
  expect([first.next, beyond.ids]).toEqual([undefined, []]);
  expect([first.pagination, beyond.pagination]).toEqual([
    { page: 1, page_size: size, total_pages: 2, total: after.length },
    { page: 9, page_size: size, total_pages: 2, total: after.length },
  ]);
});

/** What other parameters a list has, each with a value that another list of rows has. */
function otherRequests({ operation }: (typeof pagedRoutes)[number]): string[] {
  const values: Record<string, unknown> = { string: "another", boolean: "true", integer: "1" };
  return operation.parameters.flatMap((each) => {
    if (!("name" in each) || each.in !== "query" || OF_PAGE.includes(each.name)) return [];
    const { name, schema } = each as { name: string; schema: { type?: string; format?: string; enum?: string[] } };
    const item = "items" in schema ? (schema.items as typeof schema) : schema;
    if (item.format || schema.type === "object") return [];
    return [`${name}=${encodeURIComponent(String(item.enum?.at(-1) ?? values[item.type ?? ""]))}`];
  });
}

const OF_PAGE = ["limit", "cursor", "page", "page_size", "include_total"];

it.each(lists)("%s goes on at a cursor with the parameters of the page that gave it alone", async (path, route) => {
  const own = LISTS[path]?.query ?? "";
  const read = async (query: string) => {
    const { status, text } = await ask(route, {
      params: clinic.paramsOf(path),
      query: `?${query}`,
      headers: clinic.headersFor(route),
    });
    return { status, body: JSON.parse(text) };
  };
  const { next_cursor: next } = (await read(`limit=1${own}`)).body;
  const cursor = `cursor=${encodeURIComponent(next)}`;
  for (const further of ["limit=3", "limit=3&include_total=true"]) {
    const { status, body } = await read(`${cursor}&${further}${own}`);
    expect([further, status, JSON.stringify(body.errors ?? [])]).toEqual([further, 200, "[]"]);
  }
  // A cursor of the version before was not bound.
  expect((await read(`cursor=${next.split("~")[0]}${own}`)).status).toBe(200);
  const others = otherRequests(route).filter((each) => !own.includes(`&${each.split("=")[0]}=`));
  for (const other of others) {
    const { status, body } = await read(`${cursor}${own}&${other}`);
    // A value that is none of its type is refused by its own name.
    const isNamed = body.errors?.some(({ field }: { field: string }) => other.startsWith(field) || field === "cursor");
    expect([other, status, isNamed]).toEqual([other, 400, true]);
  }
});
