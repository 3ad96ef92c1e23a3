import { beforeAll, describe, expect, it } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition, Widget } from "#lib/definitions/operation";
import { requires } from "#lib/kernel/validation";
import { ask, isWrite } from "#lib/testing/api";
import { answerProblems, type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

// One caller sends all requests within a minute.
process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();
let clinic: FullClinic;

beforeAll(async () => {
  clinic = await openFullClinic(database);
});

type Body = Record<string, unknown>;
/** Changes of a valid body, and the fields that the response then names. */
type Case = readonly [changes: Body, fields: readonly string[]];

const BAD_URLS = { callback_urls: ["https://a.example", "x"] };

/** Controls of fields that name a record of the account: one that it does not have is refused. */
const PICKERS: ReadonlySet<Widget> = new Set([
  "appointment",
  "location",
  "patient",
  "provider",
  "provider-number",
  "visit-status",
  "visit-type",
]);

/** Returns the refused bodies that a definition tells: each without a required field, or with a record that is not there. */
const told = ({ form, input }: OperationDefinition): Case[] => [
  ...Object.keys(form).flatMap((field): Case[] => (requires(input, field) ? [[{ [field]: undefined }, [field]]] : [])),
  ...Object.entries(form).flatMap(([field, { widget }]): Case[] =>
    PICKERS.has(widget) ? [[{ [field]: "NONE-999" }, [field]]] : [],
  ),
];

/** Further bodies that the schema of an operation refuses, or that only the account's records can refuse. */
const FURTHER: Partial<Record<keyof typeof catalog, readonly Case[]>> = {
  "appointments:book": [
    [{ duration: 0, datetime: "tomorrow" }, ["datetime", "duration"]],
    [{ patient_mrn: undefined }, ["patient_mrn", "patient_id"]],
    [{ patient_mrn: undefined, patient_id: "NONE" }, ["patient_id"]],
    [{ slot_id: "NONE" }, ["slot_id"]],
  ],
  "appointments:cancel": [[{ reason: " " }, ["reason"]]],
  "appointments:change": [
    [{ duration: 0, datetime: "tomorrow" }, ["datetime", "duration"]],
    [{ location_id: "NONE" }, ["location_id"]],
  ],
  "appointments:update": [[{ emr_appointment_id: undefined, status: 5 }, ["emr_appointment_id", "status"]]],
  "claims:fetch": [
    [{ service_date: undefined }, ["service_date", "claim_ids"]],
    [{ claim_ids: ["CLM-1"] }, ["service_date", "claim_ids"]],
    [{ service_date: undefined, claim_ids: [7, "CLM-1", ""] }, ["claim_ids[0]", "claim_ids[2]"]],
    [{ service_date: "2026-02-30" }, ["service_date"]],
  ],
  "appointments:fetch": [
    [{ start_date: "2026-02-30", provider_ehr_ids: [] }, ["start_date", "provider_ehr_ids"]],
    [{ start_date: "2026-03-06", end_date: "2026-03-02" }, ["end_date"]],
    [{ start_date: "2026-01-01", end_date: "2026-03-02" }, ["end_date"]],
    [{ provider_ehr_ids: ["NONE"] }, ["provider_ehr_ids"]],
  ],
  "patients:fetch": [
    [{ mrn: undefined }, ["mrn", "name", "phone", "dob"]],
    [{ name: "Ana", dob: "1980-05-17" }, ["mrn", "name", "dob"]],
    [{ mrn: undefined, phone: "12" }, ["phone"]],
  ],
  "messages:create": [[{ provider: "Dr. A", message: " " }, ["provider", "message"]]],
  "documents:create": [
    [
      { content_base64: "a b*", file_name: "../x", mime_type: "text/html" },
      ["file_name", "mime_type", "content_base64"],
    ],
    [{ content_base64: "UEsDBA==" }, ["content_base64"]],
    [{ mime_type: "image/png" }, ["mime_type"]],
    [{ referral_id: "0".repeat(32) }, ["referral_id"]],
  ],
  "order-catalog:fetch": [[{ type: "tea", page: 0, page_size: 101 }, ["type", "page", "page_size"]]],
  "orders:create": [
    [{ item_ids: [], priority: "now" }, ["item_ids", "priority"]],
    [{ item_ids: ["LAB-1", "LAB-NONE"] }, ["item_ids[1]"]],
  ],
  "org-settings:fetch": [
    [{ callback_urls: ["https://a.example", "http://b.example"] }, ["callback_urls[1]"]],
    [{ callback_urls: "http://b.example" }, ["callback_urls"]],
  ],
  "patient-notes:create": [[{ note: undefined, tags: ["Call", 5] }, ["note", "tags[1]"]]],
  "patient-insurances:create": [
    [{ payer_name: undefined }, ["payer_id", "payer_name"]],
    [{ payer_id: "INS-1" }, ["payer_id", "payer_name"]],
    [{ payer_name: undefined, payer_id: "NONE" }, ["payer_id"]],
    [{ member_id: " ", priority: 4, relationship: "aunt" }, ["member_id", "priority", "relationship"]],
    [{ relationship: "child", subscriber: undefined }, ["subscriber"]],
  ],
  "patient-insurances:update": [
    [{ payer_id: "INS-1", payer_name: "Aetna" }, ["payer_id"]],
    [{ member_id: 5, priority: 0, relationship: "aunt" }, ["member_id", "priority", "relationship"]],
    [{ relationship: "child" }, ["subscriber"]],
  ],
  "patients:create": [
    [{ phone: undefined }, ["phone", "mobile_phone", "email"]],
    [{ first_name: " ", dob: "1849-12-31", gender: "F" }, ["first_name", "dob", "gender"]],
    [{ phone: "12", email: "ana", address: { zip: 45750 } }, ["phone", "email", "address.zip"]],
    [
      { emergency_contact: { phone: "740-555-0100" }, allow_duplicate: "yes" },
      ["emergency_contact.name", "allow_duplicate"],
    ],
  ],
  "patients:update": [
    [{ phone: "12", email: "ana", address: { zip: 45750 } }, ["phone", "email", "address.zip"]],
    [{ mobile_phone: 5, emergency_contact: { name: "" } }, ["mobile_phone", "emergency_contact.name"]],
  ],
  "payments:create": [
    [{ amount: 0, deposit_date: "soon", reference_number: undefined }, ["reference_number", "amount", "deposit_date"]],
  ],
  "referrals:create": [
    [{ reason: undefined, visits_allowed: -1 }, ["reason", "visits_allowed"]],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, ["end_date"]],
    [{ assigned_to_id: "NONE" }, ["assigned_to_id"]],
    [{ referring_provider_id: "NONE" }, ["referring_provider_id"]],
  ],
  "referrals:update": [
    [{ priority: "now", status: "" }, ["priority", "status"]],
    [{ colour: "red", shape: "round" }, ["colour", "shape"]],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, ["end_date"]],
    [{ assigned_to_id: "NONE" }, ["assigned_to_id"]],
  ],
  "services:create": [
    [{ team: undefined, answers: [] }, ["team", "answers"]],
    [{ service_date: "2099-01-01" }, ["service_date"]],
  ],
  "tasks:create": [
    [{ start_date: "2026-03-02", due_date: "2026-03-01" }, ["due_date"]],
    [{ description: undefined, notify_list: ["SG-1", 5] }, ["description", "notify_list[1]"]],
    [{ notify_list: ["NONE"], facility_id: "NONE" }, ["notify_list[0]", "facility_id"]],
    [{ task_type: "NONE", phone_call_type_id: "NONE" }, ["phone_call_type_id", "task_type"]],
  ],
  "visit-notes:create": [
    [{ emr_appointment_id: undefined }, ["appointment_id", "emr_appointment_id"]],
    [{ appointment_id: "0".repeat(32) }, ["appointment_id", "emr_appointment_id"]],
    [{ emr_appointment_id: undefined, appointment_id: "NONE" }, ["appointment_id"]],
    [{ emr_appointment_id: "APT-3" }, ["emr_appointment_id"]],
    [{ note: undefined, subject: " " }, ["note", "subject"]],
  ],
};

const routeOf = (id: string): DescribedRoute => {
  const found = describedRoutes.find(
    ({ operation, method, path }) => operation["x-permission"] === id || `${method} ${path}` === id,
  );
  if (!found) throw new Error(`The document has no ${id}`);
  return found;
};

async function refused(
  route: DescribedRoute,
  changes: Body,
  asked: { id?: string; mrn?: string; query?: string } = {},
) {
  const body = isWrite(route) ? { body: JSON.stringify({ ...clinic.bodyOf(route), ...changes }) } : {};
  const { query, ...named } = asked;
  const params = Object.keys(named).length > 0 ? named : clinic.paramsOf(route.path);
  const headers = clinic.headersFor(route);
  const { status, text } = await ask(route, { ...body, headers, params, ...(query && { query }) });
  const answer = JSON.parse(text);
  expect(status, text).toBeOneOf([400, 404, 409]);
  expect(answerProblems(route, { status, body: answer })).toEqual([]);
  expect(answer).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  return answer as { message: string; errors: { field: string; message: string }[] };
}

const operations = Object.values<OperationDefinition>(catalog).map(
  (operation) =>
    [operation.id, [...told(operation), ...(FURTHER[operation.id as keyof typeof catalog] ?? [])]] as const,
);

describe.each(operations)("%s", (id, cases) => {
  it.each(cases)("for a body with %j, names %j", async (changes, fields) => {
    const { message, errors } = await refused(routeOf(id), changes);
    expect(errors.map(({ field }) => field)).toEqual(fields);
    // The message follows the name of the field.
    for (const error of errors) expect(error.message).toMatch(/^(is|must|was|may) /);
    expect(message).not.toMatch(/undefined|\[object/);
  });

  it("names the invalid entry of callback_urls", async () => {
    const { errors } = await refused(routeOf(id), BAD_URLS);
    expect(errors.map(({ field }) => field)).toContain("callback_urls[1]");
  });
});

describe("values that are not fields of a body are named as well", () => {
  it.each([
    ["referrals:update", { id: "x" }, "id"],
    ["referrals:update", { id: "0".repeat(32) }, "id"],
    ["patients:update", { mrn: "NONE" }, "mrn"],
    ["patient-insurances:create", { mrn: "NONE" }, "mrn"],
    ["patient-insurances:update", { mrn: "MRN-1", id: "x" }, "id"],
    ["recall-actions:create", { id: "x" }, "id"],
    ["appointments:cancel", { id: "x" }, "id"],
    ["appointments:change", { id: "x" }, "id"],
    ["GET /appointments", { query: "?start_date=2026-03-02" }, "end_date"],
    ["GET /jobs", { query: "?limit=0" }, "limit"],
    ["GET /jobs", { query: "?limit=1&limit=2" }, "limit"],
    ["GET /jobs", { query: "?cursor=x" }, "cursor"],
    ["GET /documents", { query: "?referral_id=x" }, "referral_id"],
  ] as const)("%s %j: %s", async (id, asked, field) => {
    const { errors } = await refused(routeOf(id), {}, asked);
    expect(errors.map((error) => error.field)).toEqual([field]);
  });
});

it("names at most a hundred invalid fields", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field_${index}`, 1]));
  const { errors } = await refused(routeOf("referrals:update"), unknown);
  expect(errors).toHaveLength(100);
});

it("names no field if the body as a whole is refused", async () => {
  const route = routeOf("referrals:update");
  const { text } = await ask(route, {
    body: "{}",
    headers: clinic.headersFor(route),
    params: clinic.paramsOf(route.path),
  });
  expect(JSON.parse(text)).toEqual({ success: false, message: "No updatable fields provided" });
});
