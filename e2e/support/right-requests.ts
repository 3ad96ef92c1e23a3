import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition, Widget } from "#lib/definitions/operation";
import { CALLBACK, CANARY, type CanaryCaller, type Json } from "./canary.ts";
import { expect } from "./test.ts";

/** A valid write of the API, with the canary in every free text. */
interface RightRequest {
  method: "POST" | "PATCH";
  /** Path template as in the API's description, such as `/recalls/{id}/actions`. */
  template: string;
  /** Values of the ids or MRNs in the path, in its order. */
  ids?: string[];
  body: Json;
}

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the first record of a list; the demo has some of every kind. */
async function firstOf(caller: CanaryCaller, path: string, name: string): Promise<Json> {
  const [record] = await caller.list(path, name);
  if (!record) throw new Error(`The demo has no ${name}`);
  return record;
}

type Named = { id: string; name: string };
interface Settings {
  payment_methods: Named[];
  recall_actions: Named[];
  recall_closing_actions: Named[];
  teams: (Named & { service_types: (Named & { form_id: string | null })[] })[];
}

/** Returns a service whose form has a free-text answer. */
async function service(caller: CanaryCaller, settings: Settings, mrn: unknown): Promise<Json> {
  const forms = await caller.list("/forms", "forms");
  const inWords = new Set(forms.filter(({ scored }) => !scored).map((form) => form.emr_form_id));
  const types = settings.teams.flatMap((team) => team.service_types.map((type) => ({ team, type })));
  const found = types.find(({ type }) => inWords.has(type.form_id));
  const form = forms.find(({ emr_form_id }) => emr_form_id === found?.type.form_id);
  const { questions } = (await caller.ask("GET", `/v1/forms/${form?.id}`)).body.form as {
    questions: { emrQuestionId: string; options?: { value: string }[] }[];
  };
  const answers = questions.map(({ emrQuestionId, options }) => [emrQuestionId, options?.[0]?.value ?? CANARY]);
  expect(JSON.stringify(answers), "one question has a free-text answer").toContain(CANARY);
  return {
    patient_mrn: mrn,
    team: found?.team.id,
    service_type: found?.type.id,
    form_id: found?.type.form_id,
    answers: Object.fromEntries(answers),
  };
}

/** Returns the catalog items that a search for lab panels finds: orders accept only known items. */
async function catalogItems(caller: CanaryCaller): Promise<unknown[]> {
  const { body } = await caller.ask("POST", "/v1/orders/catalog/fetch", { body: { type: "lab", query: "panel" } });
  const items: unknown[] = [];
  const look = async () => {
    const { job } = (await caller.ask("GET", `/v1/jobs/${body.job_id}`)).body as { job: { result: Json | null } };
    const found = (job.result?.items ?? []) as Json[];
    items.splice(0, items.length, ...found.map((item) => item.item_id));
    return items.length;
  };
  await expect.poll(look, { timeout: 30_000 }).toBeGreaterThan(0);
  return items.slice(0, 2);
}

const anInsurance = {
  payer_name: CANARY.slice(0, 200),
  member_id: CANARY.slice(0, 100),
  group_number: CANARY.slice(0, 100),
  relationship: "spouse",
  subscriber: CANARY.slice(0, 200),
};

/** Adds an insurance of a patient and returns its id once the EMR has it. */
async function insurance(caller: CanaryCaller, mrn: unknown): Promise<unknown> {
  const body = { payer_name: "Medicare", member_id: "1EG4", priority: 1 };
  const { body: added } = await caller.ask("POST", `/v1/patients/${mrn}/insurances`, { body });
  const status = async () => ((await caller.ask("GET", `/v1/jobs/${added.job_id}`)).body.job as Json).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("completed");
  return added.insurance_id;
}

/** Returns a body with the canary in every free text, and with these records in the fields that pick one. */
function bodyWithCanary({ form }: OperationDefinition, picked: Partial<Record<Widget, unknown>>): Json {
  const values: Partial<Record<Widget, unknown>> = { ...picked, text: CANARY, multiline: CANARY };
  const shown = Object.entries(form).filter(([, { widget, hidden }]) => widget in values && !hidden);
  return Object.fromEntries(shown.map(([field, { widget }]) => [field, values[widget]]));
}

/** Returns a request for every operation, for one patient of the caller's organization. */
export async function rightRequests(caller: CanaryCaller, mrn: unknown): Promise<RightRequest[]> {
  const location = await firstOf(caller, "/locations?limit=1", "locations");
  const provider = await firstOf(caller, "/providers?limit=1", "providers");
  const referral = await firstOf(caller, "/referrals?limit=1", "referrals");
  const recall = await firstOf(caller, "/recalls?status=open&limit=1", "recalls");
  const range = `start_date=${dayFromNow(-7)}&end_date=${dayFromNow(7)}`;
  const appointments = await caller.list(`/appointments?${range}`, "appointments");
  const appointment = appointments.find(({ patient_mrn }) => Boolean(patient_mrn));
  // One that is cancelled, or whose patient did not come, is not moved.
  const expected = appointments.find(({ patient_mrn, status }) => Boolean(patient_mrn) && status === "SCH");
  const active = (await caller.list("/providers", "providers")).find((each) => each.status === "active");
  const type = await firstOf(caller, "/visit-types?limit=1", "visit_types");
  const status = await firstOf(caller, "/visit-statuses", "data");
  const settings = (await caller.ask("GET", "/v1/settings")).body.settings as Settings;
  const closing = new Set(settings.recall_closing_actions.map(({ name }) => name));
  const post = (template: string, body: Json, ...ids: unknown[]): RightRequest => ({
    method: "POST",
    template,
    body,
    ids: ids.map(String),
  });
  const picked: Partial<Record<Widget, unknown>> = {
    patient: mrn,
    location: location.emr_id,
    provider: provider.ehr_id,
    "provider-number": provider.ehr_id,
    appointment: appointment?.emr_appointment_id,
    "visit-status": status.code,
    "recall-action": settings.recall_actions.find(({ name }) => !closing.has(name))?.name,
  };
  const ids: Record<string, unknown> = {
    "/referrals/{id}": referral.id,
    "/recalls/{id}/actions": recall.id,
    "/appointments/{id}/cancel": appointments.findLast(({ patient_mrn }) => Boolean(patient_mrn))?.id,
  };
  // What an operation takes beside free texts and one record of each kind.
  const particular: RightRequest[] = [
    post("/payments", {
      patient_mrn: mrn,
      payment_method: settings.payment_methods[0]?.name,
      reference_number: CANARY.slice(0, 20),
      location: location.emr_id,
      amount: 5,
      notes: CANARY,
    }),
    post("/patients", {
      first_name: CANARY.slice(0, 50),
      middle_name: CANARY.slice(0, 50),
      last_name: CANARY.slice(0, 50),
      dob: "1991-02-03",
      gender: "female",
      phone: "212-555-0199",
      allow_duplicate: true,
    }),
    {
      ...post("/patients/{mrn}", { preferred_language: CANARY, address: { street: CANARY } }, mrn),
      method: "PATCH",
    },
    post("/patients/{mrn}/insurances", { ...anInsurance, priority: 2 }, mrn),
    {
      ...post(
        "/patients/{mrn}/insurances/{id}",
        { ...anInsurance, member_id: "1EG5" },
        mrn,
        await insurance(caller, mrn),
      ),
      method: "PATCH",
    },
    post("/appointments", {
      patient_mrn: mrn,
      provider_ehr_id: active?.ehr_id,
      location_id: location.emr_id,
      appointment_type: type.name,
      datetime: `${dayFromNow(60)}T06:00`,
      reason: CANARY,
      note: CANARY,
    }),
    post("/documents", {
      patient_mrn: mrn,
      content_base64: Buffer.from(CANARY).toString("base64"),
      file_name: CANARY.slice(0, 50),
      category: CANARY.slice(0, 50),
      description: CANARY,
    }),
    {
      ...post(
        "/appointments/{id}",
        { datetime: `${dayFromNow(61)}T06:00`, reason: CANARY, note: CANARY },
        expected?.id,
      ),
      method: "PATCH",
    },
    post("/services", await service(caller, settings, mrn)),
    post("/orders", { patient_mrn: mrn, type: "lab", item_ids: await catalogItems(caller), notes: CANARY }),
    post("/claims/fetch", { claim_ids: [CANARY] }),
    post("/appointments/fetch", { start_date: dayFromNow(0), end_date: dayFromNow(1) }),
    post("/availability/fetch", { start_date: dayFromNow(0), end_date: dayFromNow(1) }),
    post("/patients/fetch", { name: CANARY.slice(0, 50) }),
    post("/orders/catalog/fetch", { type: "lab", query: CANARY }),
  ];
  const others = Object.values<OperationDefinition>(catalog)
    .filter(({ path, method }) => !particular.some((each) => each.template === path && each.method === method))
    .map((operation) => {
      const { path, method } = operation;
      const named = ids[path];
      return { ...post(path, bodyWithCanary(operation, picked), ...(named ? [named] : [])), method };
    });
  return [...particular, ...others];
}

/**
 * Sends each request with a callback URL and an idempotency key that contain the canary, and waits for its end. Returns
 * the final status of each job by route. Some fail because of their texts: the EMR has no claim of this id.
 */
export async function sendRightThings(caller: CanaryCaller, requests: RightRequest[]): Promise<Map<string, string>> {
  const job = async (id: unknown) => (await caller.ask("GET", `/v1/jobs/${id}`)).body.job as Json;
  const send = async ({ method, template, ids = [], body }: RightRequest) => {
    const values = ids.values();
    const path = template.replaceAll(/\{\w+\}/g, () => values.next().value ?? "");
    const headers = { ...caller.integrator, "idempotency-key": `${CANARY}${method}${template}` };
    // A settings sync accepts only https callbacks (interface 4.7).
    const callback = template === "/org-settings/fetch" ? CALLBACK.replace("http:", "https:") : CALLBACK;
    const answer = await caller.ask(method, `/v1${path}`, { headers, body: { ...body, callback_urls: [callback] } });
    expect([template, answer.status, answer.text]).toEqual([template, 202, answer.text]);
    return answer.body.job_id ?? answer.body.job_execution_id;
  };
  const sent: { route: string; id: unknown }[] = [];
  for (const request of requests) {
    sent.push({ route: `${request.method} ${request.template}`, id: await send(request) });
  }
  const ended = new Map<string, string>();
  for (const { route, id } of sent) {
    await expect.poll(async () => (await job(id)).status, { timeout: 30_000 }).toMatch(/completed|failed/);
    ended.set(route, String((await job(id)).status));
  }
  // The callbacks were attempted and failed.
  const tried = async () => JSON.stringify((await job(sent[0]?.id)).timeline).includes('"delivery","attempt":1');
  await expect.poll(tried, { timeout: 30_000 }).toBe(true);
  return ended;
}

/** Sends a payment during an EMR outage, and waits for a failed attempt. */
export async function sendThroughOutage(caller: CanaryCaller, { body }: RightRequest): Promise<void> {
  const behave = (behavior: Json) => caller.ask("PATCH", "/v1/sandbox/behavior", { body: behavior });
  const attempts = async (id: unknown) =>
    ((await caller.ask("GET", `/v1/jobs/${id}`)).body.job as { attempts: number }).attempts;
  await behave({ outage: true });
  const answer = await caller.ask("POST", "/v1/payments", { body: { ...body, callback_urls: [CALLBACK] } });
  await expect.poll(() => attempts(answer.body.job_id), { timeout: 30_000 }).toBeGreaterThan(0);
  await behave({ outage: false });
}
