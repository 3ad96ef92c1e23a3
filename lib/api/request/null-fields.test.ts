import { beforeAll, describe, expect, it } from "vitest";
import { POST as ORIGINS } from "#app/v1/embed/origins/route.ts";
import { POST as EMBED } from "#app/v1/embed/sessions/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { PATCH as PROVIDER } from "#app/v1/providers/[id]/route.ts";
import { GET as PROVIDERS } from "#app/v1/providers/route.ts";
import { PATCH as REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { PATCH as BEHAVIOR } from "#app/v1/sandbox/behavior/route.ts";
import { PATCH as ENDPOINT } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as ENDPOINTS } from "#app/v1/webhook-endpoints/route.ts";
import { catalog } from "#lib/catalog/generated/definitions";
import { samples } from "#lib/catalog/generated/samples";
import type { OperationDefinition } from "#lib/definitions/operation";
import { draftable, draftedFields, variablesOf } from "#lib/drafts/drafted-fields";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

const pay = (body: object, headers: Record<string, string> = {}) =>
  call(PAY, "POST", "/payments", { body, headers: { ...clinic.headers, ...headers } });

describe("a null for an optional field of an operation", () => {
  it("counts as absent, in the job, too", async () => {
    const answer = await pay({ ...aPayment, notes: null, deposit_date: null, callback_urls: null, metadata: null });
    expect([answer.status, answer.body.warnings]).toEqual([202, undefined]);
    const [given, left] = await Promise.all([
      jobs.read(answer.body.job_id),
      pay(aPayment).then(({ body }) => jobs.read(body.job_id)),
    ]);
    expect([given.request, given.metadata]).toEqual([left.request, left.metadata]);
    expect(given.request).not.toHaveProperty("notes");
    const marked = await pay({ ...aPayment, metadata: { order: null, desk: "2" } });
    expect((await jobs.read(marked.body.job_id)).metadata).toEqual({ desk: "2" });
  });

  it("is the same body as without the field under an Idempotency-Key", async () => {
    const key = { "idempotency-key": newId() };
    const first = await pay({ ...aPayment, notes: null }, key);
    const again = await pay(aPayment, key);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
    expect((await pay({ ...aPayment, notes: "" }, key)).status).toBe(422);
  });

  it("leaves a required field missing, and is named in the same answer as other problems", async () => {
    const answer = await pay({ ...aPayment, patient_mrn: null, amount: null, notes: 5 });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      ["amount", "notes", "patient_mrn"].toSorted(),
    );
    expect(answer.body.message).toContain("Missing required field: patient_mrn");
  });

  it("stays what it was in a field that nobody knows", async () => {
    const answer = await pay({ ...aPayment, zebra: null });
    expect(answer.body.warnings).toEqual(["zebra is not known here and was not used"]);
    const refused = await call(REFERRAL, "PATCH", `/referrals/${newId()}`, {
      body: { zebra: null },
      headers: clinic.headers,
      params: { id: newId() },
    });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("Unexpected fields: zebra")]);
  });

  it.each(Object.values<OperationDefinition>(catalog))("counts as absent in a draft of $id", (definition) => {
    const request = samples[definition.id as keyof typeof samples].request;
    const params = Object.fromEntries(variablesOf(definition.path).map((name) => [name, "1"]));
    const drawn = draftable(definition);
    const optional = Object.entries(definition.input.shape).filter(
      ([name, field]) => drawn.includes(name) && !(name in request) && field.safeParse(undefined).success,
    );
    const shown = Object.fromEntries(Object.entries(request).filter(([name]) => drawn.includes(name)));
    const nulls = Object.fromEntries(optional.map(([name]) => [name, null]));
    expect(draftedFields(definition, { ...params, ...shown, ...nulls })).toEqual(
      draftedFields(definition, { ...params, ...shown }),
    );
    expect(withoutRefusedNulls(definition.input, nulls)).toEqual({});
  });
});

describe("a null in the body of a command", () => {
  it("counts as absent where the type allows nothing else, and changes nothing", async () => {
    const body = { url: "https://hooks.example/one", description: null, event_types: null, owner: null };
    const made = await call(ENDPOINTS, "POST", "/webhook-endpoints", { body, headers: clinic.headers });
    expect(made.status).toBe(201);
    const { id, description } = made.body.webhook_endpoint;
    const changed = await call(ENDPOINT, "PATCH", `/webhook-endpoints/${id}`, {
      body: { description: null, url: "https://hooks.example/other" },
      headers: clinic.headers,
      params: { id },
    });
    expect([changed.status, changed.body.webhook_endpoint.description]).toEqual([200, description]);
  });

  it("does not count as a change", async () => {
    const { body } = await call(PROVIDERS, "GET", "/providers", { headers: clinic.headers });
    const { id } = body.providers[0];
    const answer = await call(PROVIDER, "PATCH", `/providers/${id}`, {
      body: { status: null, hours: null },
      headers: admin,
      params: { id },
    });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringContaining("No updatable fields provided"),
    ]);
  });

  it("clears where it has a meaning", async () => {
    const set = (change: object) => call(BEHAVIOR, "PATCH", "/sandbox/behavior", { body: change, headers: admin });
    await set({ rate_limit_per_minute: 50 });
    const cleared = await set({ rate_limit_per_minute: null, fault_rate: null });
    expect([cleared.status, cleared.body.behavior.rate_limit_per_minute]).toEqual([200, null]);
  });

  it("stays refused where a field limits what an embedded view shows", async () => {
    const origin = "https://portal.example";
    await call(ORIGINS, "POST", "/embed/origins", { body: { origin }, headers: admin });
    const asked = (parameters: object | null) =>
      call(EMBED, "POST", "/embed/sessions", {
        body: { view: "appointments", parameters, origin, actor: { id: "1", name: "Dana" }, theme: null },
        headers: clinic.headers,
      });
    expect((await asked({ patient_mrn: "MRN-1" })).status).toBe(201);
    const refused = await asked({ patient_mrn: null });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "parameters.patient_mrn"]);
    expect((await asked(null)).status).toBe(201);
  });
});
