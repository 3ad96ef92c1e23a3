import { catalog } from "#lib/catalog/generated/definitions";
import { recordChange, secondFactor, syncSetAside } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { importPublication } from "#lib/emr-directory/import";
import { newId } from "#lib/kernel/id";
import { document, documentContent } from "#lib/resources/documents/table";
import { seal } from "#lib/security/sealing/secret-box";
import { ask, needsLink, needsPerson, route } from "./api.ts";
import { aPayment, openClinic } from "./clinic.ts";
import { clinicRequests } from "./clinic-requests.ts";
import type { DescribedRoute } from "./described.ts";
import { addDraft } from "./drafts.ts";
import { addEmrAuthorization } from "./emr-authorization.ts";
import { jobsOf } from "./jobs.ts";
import { makeLinkToken } from "./link-token.ts";
import type { TestAccount } from "./linked-account.ts";
import { addOAuthGrant } from "./oauth-grant.ts";
import { signIn } from "./principals.ts";
import type { TestDatabase } from "./test-database.ts";

let hours = 5 * 24;

/** Returns an hour that no other visit was asked for. */
function nextHour(): string {
  hours += 1;
  return `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;
}

/** A valid body for each write that needs one, at the practice of `openClinic`. */
const bodies = {
  ...clinicRequests,
  get "POST /appointments"() {
    return { ...clinicRequests["POST /appointments"], datetime: nextHour() };
  },
  get "PATCH /appointments/{id}"() {
    return { datetime: nextHour() };
  },
  "PATCH /appointments/ehr/{emr_appointment_id}": { reason: "A second opinion" },
  "PATCH /api-clients/{id}": { name: "Billing" },
  "PATCH /linked-accounts/{id}": { name: "Front desk" },
  "PATCH /providers/ehr/{ehr_id}": { hide_in_availability: "false" },
  "PATCH /providers/{id}": { hide_in_availability: "false" },
  "PATCH /sandbox/behavior": { latency_ms: 0 },
  "PATCH /saved-views/{id}": { name: "Failed refreshes" },
  "PATCH /settings": { clinic: { phone: "212-555-0100" } },
  "PATCH /users/{id}": { name: "Robin" },
  "PATCH /webhook-endpoints/{id}": { description: "Billing" },
  "POST /api-clients": { name: "Billing" },
  "POST /claims/fetch": { service_date: "2026-03-02" },
  "POST /day-closings": { date: "2026-03-02", location_id: "LOC-1" },
  "POST /downtime-packets": { day: "2026-03-02" },
  "POST /embed/origins": { origin: "https://annex.example" },
  "POST /embed/sessions": {
    view: "appointments",
    origin: "https://portal.example",
    actor: { id: "partner-7", name: "Robin of the portal" },
  },
  "POST /events/redeliver": { created_after: "2020-01-01T00:00:00Z", created_before: "2040-01-01T00:00:00Z" },
  "POST /link-tokens": { user_id: "customer-7", organization_name: "Annex", origin: "https://portal.example" },
  "POST /link-tokens/exchange": { public_token: "public_unknown" },
  "POST /link-tokens/{id}/account": { name: "Annex", emr_type: "sandbox", timezone: "America/Chicago" },
  "POST /link-tokens/{id}/repair": { writes: ["payments:create"] },
  "POST /linked-accounts/probe": { emr_type: "sandbox" },
  "POST /linked-accounts": { name: "Annex", emr_type: "sandbox", timezone: "America/Chicago" },
  "POST /jobs/{job_id}/reconcile": { outcome: "not_held" },
  "POST /orders/catalog/fetch": { type: "lab" },
  "POST /patients": {
    first_name: "Noor",
    last_name: "Haddad",
    dob: "1991-02-03",
    gender: "female",
    phone: "212-555-0199",
    // The tests send it more than once.
    allow_duplicate: true,
  },
  "POST /payments": aPayment,
  "POST /saved-views": { name: "Failed payments", filters: { type: "payments:create", status: "failed" } },
  "POST /shift-notes": { text: "The printer of room 2 is out of paper" },
  "POST /webhook-endpoints": { url: "https://hooks.example.com/in" },
  "PUT /downtime-packets/passphrase": { passphrase: "blue heron at the lake" },
  "PATCH /me/second-factors/{id}": { name: "Phone at the desk" },
  "DELETE /me/second-factors/{id}": { confirmation: "none" },
  "POST /me/recovery-codes": { confirmation: "none" },
  "POST /me/second-factor/confirmation": { current_password: "not my password" },
  "POST /me/second-factor/enrolments": { confirmation: "none", kind: "totp" },
  "POST /me/second-factors": { enrolment: "none", code: "123456" },
  "POST /emr-apps": { issuer: "https://ehr.example/r4", client_id: "console", client_secret: "a-secret" },
  "POST /emr-authorizations": { base_url: "https://unknown.example/r4" },
  "POST /scim-tokens": { name: "Directory" },
  "PUT /me/alerts": { chosen: ["work_failed"] },
  "PUT /me/password": { current_password: "not my password", new_password: "a longer password" },
  "PUT /organizations/provider": { issuer: "http://10.0.0.1", client_id: "console", client_secret: "a-secret" },
  "POST /oauth-grants": {
    response_type: "code",
    client_id: "oauth_scribe",
    redirect_uri: "http://127.0.0.1:33418/callback",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    reads: ["patients:read"],
  },
  "PUT /organizations/oauth": { enabled: false },
  "PUT /organizations/sign-in": { second_factor_required: false },
  "PUT /subscriptions": { event_types: ["payment.created", "payment.failed"] },
} as const;

const token = { name: "Assistant", reads: ["patients:read"], drafts: ["payments:create"], valid_days: 30 };

/** Operations whose records lists show, and what these need: they are sent through the API and run to completion. */
const WRITTEN = [
  "/orders/catalog/fetch",
  "/messages",
  ...Object.values<OperationDefinition>(catalog).flatMap(({ listedIn, path }) => (listedIn ? [path] : [])),
];

export interface FullClinic extends TestAccount {
  /** Returns a valid body for a write; undefined if the route has none. */
  bodyOf(route: { method: string; path: string }): Record<string, unknown> | undefined;
  /** Returns the headers of a permitted caller: an integrator, or a user if integrators may not call the route. */
  headersFor(route: DescribedRoute): Record<string, string>;
  /** Returns path parameters that name a record of this clinic. */
  paramsOf(path: string): Record<string, string>;
  /** Ids of the clinic's records, which responses to other accounts must not contain. */
  ids: ReadonlySet<string>;
}

/** Adds a record that could not be stored. Returns the account's id. */
async function addSetAside({ tenant }: TestAccount): Promise<string> {
  await withTenant(tenant, (tx) =>
    tx.insert(syncSetAside).values({ ...tenant, kind: "claims", ehrId: newId(), reason: "A number is out of range" }),
  );
  return tenant.linkedAccountId;
}

/** Adds an entry to the feed of changes, behind all that the clinic has. */
async function addChange({ tenant }: TestAccount): Promise<void> {
  await withTenant(tenant, (tx) =>
    tx.insert(recordChange).values({
      ...tenant,
      position: 1_000_000,
      kind: "patients",
      change: "deleted",
      recordId: newId(),
      ehrId: "PAT-9",
      patientMrn: "MRN-9",
      updatedFields: [],
      at: new Date(),
    }),
  );
}

/** Adds an authenticator app to a person. Returns its id. */
async function addAuthenticatorApp({ tenant: { organizationId } }: TestAccount, userId: string): Promise<string> {
  const id = newId();
  const app = { kind: "totp" as const, name: "Phone", secret: await seal("JBSWY3DPEHPK3PXP"), lastStep: 0 };
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.insert(secondFactor).values({ id, organizationId, userId, ...app }),
  );
  return id;
}

/** Adds a document like the EMR's letters to the clinic. */
async function addDocument({ tenant }: TestAccount): Promise<string> {
  const id = newId();
  const content = new TextEncoder().encode("Dear colleague");
  const about = { emrId: `LETTER-${id}`, fileName: "letter.txt", mimeType: "text/plain", sha256: "0".repeat(64) };
  await withTenant(tenant, async (tx) => {
    await tx.insert(document).values({ id, ...tenant, ...about, size: content.length, patientMrn: "MRN-1" });
    await tx.insert(documentContent).values({ documentId: id, ...tenant, content });
  });
  return id;
}

/** Adds an insurance to a patient in the EMR, who is another than the first. Returns the path's parameters. */
async function addInsurance(database: TestDatabase, clinic: TestAccount): Promise<{ mrn: string; id: string }> {
  const mrn = "MRN-2";
  const { text } = await ask(route("POST", "/patients/{mrn}/insurances"), {
    headers: clinic.headers,
    params: { mrn },
    body: JSON.stringify({ payer_name: "Medicare", member_id: "1EG4", priority: 1 }),
  });
  const { insurance_id: id, job_id } = JSON.parse(text);
  await jobsOf(database, () => clinic).run(job_id);
  return { mrn, id };
}

interface Callers {
  integrator: Record<string, string>;
  person: Record<string, string>;
  /** The view of a link token. */
  link: Record<string, string>;
}

/** Returns who may call a route: the integrator, or the user or a link's view if only these may. */
export function callerOf(described: DescribedRoute, { integrator, person, link }: Callers): Record<string, string> {
  if (needsLink(described)) return link;
  return needsPerson(described) ? person : integrator;
}

/** Creates a clinic with at least one record of each kind that a path can name. */
export async function openFullClinic(database: TestDatabase): Promise<FullClinic> {
  const clinic = await openClinic();
  const { headers } = clinic;
  const account = clinic.tenant.linkedAccountId;
  const admin = await signIn(clinic, "admin");
  const { user: self, sessions } = JSON.parse((await ask(route("GET", "/me"), { headers: admin })).text);
  const bodyOf = ({ method, path }: { method: string; path: string }) => {
    // A new address each time: no two users of any organization share one.
    if (`${method} ${path}` === "POST /users") return { email: `${newId()}@clinic.example`, role: "staff" };
    if (`${method} ${path}` === "POST /mcp-tokens") return { ...token, user_id: self.id };
    return (bodies as Record<string, Record<string, unknown>>)[`${method} ${path}`];
  };
  const portal = bodies["POST /embed/sessions"].origin;
  const link = await makeLinkToken(clinic, portal);
  const headersFor = (asked: DescribedRoute) =>
    callerOf(asked, { integrator: headers, person: admin, link: link.headers });
  const send = async (method: "POST" | "PUT", path: string) => {
    const asked = route(method, path);
    const answer = await ask(asked, { headers: headersFor(asked), body: JSON.stringify(bodyOf(asked)) });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const post = (path: string) => send("POST", path);

  const { api_client: client } = await post("/api-clients");
  const { user } = await post("/users");
  const { webhook_endpoint: endpoint } = await post("/webhook-endpoints");
  for (const path of WRITTEN) await jobsOf(database, () => clinic).run(Number((await post(path)).job_id));
  const { job_id } = await post("/payments");
  const { saved_view: view } = await post("/saved-views");
  await send("PUT", "/downtime-packets/passphrase");
  const { day_closing: closing } = await post("/day-closings");
  const { downtime_packet: packet } = await post("/downtime-packets");
  const { embed_origin: origin } = JSON.parse(
    (
      await ask(route("POST", "/embed/origins"), {
        headers,
        body: JSON.stringify({ origin: portal }),
      })
    ).text,
  );
  const { session_id } = await post("/embed/sessions");
  await addChange(clinic);
  const published = { resourceType: "Endpoint", name: "Duluth Clinic", address: "https://ehr.example/r4" };
  const publication = { resources: [{ fullUrl: undefined, resource: published }], digest: "" };
  await importPublication({ name: "Vendor", url: null }, publication);
  const { mcp_token: mcpToken } = await post("/mcp-tokens");
  const { scim_token: scimToken } = await post("/scim-tokens");
  const { emr_app: emrApp } = await post("/emr-apps");
  const { shift_note: shiftNote } = await post("/shift-notes");

  const insurance = await addInsurance(database, clinic);
  const first = async (table: string, column = "id"): Promise<string> => {
    const statement = `SELECT ${column}::text AS value FROM ${table} WHERE linked_account_id = $1 ORDER BY 1 LIMIT 1`;
    const [row] = await database.asOwner<{ value: string }>(statement, [account]);
    if (!row) throw new Error(`The clinic has no ${table}`);
    return column === "id" ? row.value.replaceAll("-", "") : row.value;
  };
  const params: Record<string, Record<string, string>> = {
    "/api-clients/{id}": { id: client.id },
    "/day-closings/{id}": { id: closing.id },
    "/documents/{id}": { id: await addDocument(clinic) },
    "/downtime-packets/{id}": { id: packet.id },
    "/drafts/{id}": { id: await addDraft(clinic) },
    "/embed/origins/{id}": { id: origin.id },
    "/embed/sessions/{id}": { id: session_id },
    "/emr-apps/{id}": { id: emrApp.id },
    "/emr-authorizations/{id}": { id: await addEmrAuthorization(clinic, self.id) },
    "/events/{id}": { id: await first("event") },
    "/events/{id}/deliveries/{delivery_id}": {
      id: await first("delivery", "replace(event_id::text, '-', '')"),
      delivery_id: await first("delivery", "replace(id::text, '-', '')"),
    },
    "/forms/{id}": { id: await first("form") },
    "/jobs/{job_id}": { job_id: String(job_id) },
    "/link-tokens/{id}": { id: link.id },
    "/linked-accounts/{id}": { id: await addSetAside(clinic) },
    "/appointments/ehr/{emr_appointment_id}": { emr_appointment_id: await first("appointment", "emr_appointment_id") },
    "/appointments/{id}": { id: await first("appointment") },
    "/mcp-tokens/{id}": { id: mcpToken.id },
    "/me/oauth-grants/{id}": { id: await addOAuthGrant(clinic, self.id) },
    "/me/sessions/{id}": { id: sessions[0].id },
    "/me/second-factors/{id}": { id: await addAuthenticatorApp(clinic, self.id) },
    "/oauth-grants/{id}": { id: await addOAuthGrant(clinic, self.id) },
    "/patients/{mrn}/insurances/{id}": insurance,
    "/patients/{mrn}": { mrn: await first("patient", "mrn") },
    "/providers/ehr/{ehr_id}": { ehr_id: await first("provider", "ehr_id") },
    "/providers/{id}": { id: await first("provider") },
    "/recalls/{id}": { id: await first("recall") },
    "/referrals/{id}": { id: await first("referral") },
    "/saved-views/{id}": { id: view.id },
    "/scim-tokens/{id}": { id: scimToken.id },
    "/shift-notes/{id}": { id: shiftNote.id },
    "/users/{id}": { id: user.id },
    "/webhook-endpoints/{id}": { id: endpoint.id },
  };
  const paramsOf = (path: string) => {
    if (!path.includes("{")) return {};
    const found = params[path.slice(0, path.lastIndexOf("}") + 1)];
    if (!found) throw new Error(`No record is known that ${path} names`);
    return found;
  };
  return { ...clinic, bodyOf, headersFor, paramsOf, ids: await idsOf(database, account) };
}

/** Returns the ids of all rows of an account, in the format of responses. */
async function idsOf(database: TestDatabase, account: string): Promise<Set<string>> {
  const tables = await database.asOwner<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.columns t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'id' AND c.data_type = 'uuid' AND t.column_name = 'linked_account_id'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.asOwner<{ id: string }>(
        `SELECT replace(id::text, '-', '') AS id FROM ${name} WHERE linked_account_id = $1`,
        [account],
      ),
    ),
  );
  return new Set([account.replaceAll("-", ""), ...rows.flat().map(({ id }) => id)]);
}
