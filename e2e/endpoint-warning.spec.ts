import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { type FakeReceiver, startFakeReceiver, verifyDelivery } from "#lib/testing/fake-receiver";
import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { type ClinicClient, clinicClient, somePayment } from "./support/clinic-client.ts";
import { freePort } from "./support/free-port.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

// A deployment of two processes, which both look for failing endpoints at each start.

const START_MS = 240_000;
const dataDirs: string[] = [];
let smtp: FakeSmtpServer;
let partner: FakeReceiver;
let postgres: EmbeddedPostgres;
let owner: pg.Client;
let port: number;
let processes: Product[] = [];
let client: ClinicClient;
let reference = 0;

const variables = (mail: boolean) => ({
  DATABASE_URL: postgres.url,
  SEED: "demo",
  ENCRYPTION_KEY: "one-deployment-of-several-processes-1",
  AUTH_SECRET: "one-deployment-of-several-processes-2",
  INTERNAL_URL: `http://127.0.0.1:${port}`,
  ...(mail ? { SMTP_URL: smtp.url, MAIL_FROM: "console@records.example" } : {}),
});

/** Starts both processes at once. */
async function start({ mail = true } = {}): Promise<void> {
  const [one = "", other = ""] = dataDirs.slice(1);
  processes = await Promise.all([
    startProduct({ dataDir: one, port, variables: variables(mail) }),
    startProduct({ dataDir: other, variables: { ...variables(mail), ROLE: "worker" } }),
  ]);
}

/** Kills both processes, as a host that dies, and starts them again. */
async function restart(given: { mail?: boolean } = {}): Promise<void> {
  await Promise.all(processes.map((each) => each.kill()));
  await start(given);
}

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  for (let each = 0; each < 3; each++) dataDirs.push(await newDataDir());
  [smtp, partner, port] = await Promise.all([startFakeSmtpServer(), startFakeReceiver(), freePort()]);
  postgres = await startEmbeddedPostgres({ dataDir: dataDirs[0] ?? "" });
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await start();
  const seeded = processes.find(({ demo }) => demo.organizations.length > 0);
  if (!seeded || !processes[0]) throw new Error("One process must have seeded the database");
  client = clinicClient({ ...seeded.demo, base_url: processes[0].demo.base_url });
});

test.afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await owner?.end();
  await postgres?.stop();
  await Promise.all([smtp?.stop(), partner?.stop()]);
  for (const dataDir of dataDirs) await removeDataDir(dataDir);
});

/** Answers with a status at one address, and takes what comes to the others. */
const answerAt = (path: string, status: number) =>
  partner.answer((request, response) => response.writeHead(request.url === path ? status : 204).end());

/** Posts a payment, whose event goes to every endpoint. Returns its job. */
async function pay(): Promise<number> {
  reference++;
  const payment = { ...(await somePayment(client)), reference_number: `WARNED-${reference}` };
  return (await client("POST", "/payments", payment)).job_id;
}

interface Event {
  type: string;
  data: Record<string, unknown>;
}
const eventsAt = (path: string, type: string) =>
  partner.deliveries.filter((each) => each.path === path && (each.body as Event).type === type);
const warnings = () => partner.deliveries.filter(({ body }) => (body as Event).type === "webhook_endpoint.failing");
const mails = () => smtp.received.filter(({ text }) => text.includes("will be disabled within a day"));

const failingSince = async (id: string): Promise<Date | null> =>
  (await owner.query("SELECT failing_since FROM webhook_endpoint WHERE id = $1", [id])).rows[0].failing_since;
/** Makes what an endpoint has failed older, as if it had begun four days and an hour ago, and its last warning still older. */
const age = (id: string) =>
  owner.query(
    `UPDATE webhook_endpoint SET failing_since = now() - interval '97 hours',
       failing_warned_at = failing_warned_at - interval '98 hours' WHERE id = $1`,
    [id],
  );

test("a day before an endpoint is disabled, admins get a mail and its owner an event, once", {
  tag: "@long",
}, async () => {
  test.setTimeout(START_MS * 2);
  const register = async (path: string, ownerName?: string) =>
    (
      await client("POST", "/webhook-endpoints", {
        url: partner.url + path,
        event_types: ["payment.created", "webhook_endpoint.failing"],
        ...(ownerName ? { owner: ownerName } : {}),
      })
    ).webhook_endpoint as { id: string; secret: string };
  const failing = await register("/failing", "practice-17");
  const same = await register("/same", "practice-17");
  await register("/other", "practice-18");
  const none = await register("/none");

  answerAt("/failing", 500);
  await pay();
  await expect.poll(() => failingSince(failing.id)).not.toBeNull();
  await age(failing.id);
  await restart();

  await expect.poll(() => mails().length).toBe(1);
  expect(mails()[0]?.to).toEqual(["admin@riverside.example"]);
  const told = await partner.waitFor(({ path, body }) => path === "/same" && (body as Event).type.endsWith("failing"));
  const toPartner = await partner.waitFor(
    ({ path, body }) => path === "/none" && (body as Event).type.endsWith("failing"),
  );
  expect([verifyDelivery(told, same.secret), verifyDelivery(toPartner, none.secret)]).toEqual([
    expect.objectContaining({ type: "webhook_endpoint.failing" }),
    expect.objectContaining({ data: expect.objectContaining({ endpoint_id: failing.id, owner: "practice-17" }) }),
  ]);
  const [{ disables_at }] = (await client("GET", "/webhook-endpoints/health")).webhook_endpoint_health.filter(
    ({ endpoint_id }: { endpoint_id: string }) => endpoint_id === failing.id,
  );
  expect((told.body as Event).data.disables_at).toBe(disables_at);
  expect(Math.round((Date.parse(disables_at) - Date.now()) / 3_600_000)).toBe(23);

  // No other owner gets a warning, and none comes twice: this event arrives after any that a restart would have sent.
  await restart();
  await pay();
  for (const path of ["/same", "/other", "/none"]) {
    await expect.poll(() => eventsAt(path, "payment.created").length).toBe(2);
  }
  expect(
    warnings()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/none", "/same"]);
  expect(mails()).toHaveLength(1);

  // It recovers before the day is over, and goes on.
  answerAt("/failing", 204);
  await pay();
  await expect.poll(() => failingSince(failing.id)).toBeNull();
  expect((await client("GET", `/webhook-endpoints/${failing.id}`)).webhook_endpoint.status).toBe("enabled");

  // It fails anew in a deployment without mail: the event alone is sent.
  answerAt("/failing", 500);
  await pay();
  await expect.poll(() => failingSince(failing.id)).not.toBeNull();
  await age(failing.id);
  await restart({ mail: false });
  await expect.poll(() => warnings().length).toBe(4);
  expect(mails()).toHaveLength(1);
});
