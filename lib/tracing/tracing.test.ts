import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as retryJob } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { startDispatchers } from "#lib/jobs/runner/runner";
import { readEnvironment } from "#lib/kernel/environment";
import { forgetSingleton } from "#lib/kernel/singleton";
import { tracing } from "#lib/kernel/tracing";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type CollectedSpan, type FakeCollector, startFakeCollector } from "#lib/testing/fake-collector";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import { linkRemote } from "#lib/testing/link-remote";
import type { TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { deliver } from "#lib/webhooks/deliveries/deliver";
import { startTracing } from "./start-tracing.ts";

process.env.SEED = "demo";
const database = testDatabase();
let product: ProductServer;
let receiver: FakeReceiver;
let collector: FakeCollector;
let clinic: TestAccount;
let stopTracing: () => Promise<void>;
const jobs = jobsOf(database, () => clinic);

/** The span of an integrator that sends a payment. */
const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

beforeAll(async () => {
  forgetSingleton("environment");
  [product, receiver] = await Promise.all([startProductServer(), startFakeReceiver()]);
  process.env.INTERNAL_URL = new URL(product.baseUrl).origin;
  forgetSingleton("environment");
  clinic = await openClinic();
});
beforeEach(async () => {
  collector = await startFakeCollector();
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  Object.assign(process.env, variables);
  stopTracing = await startTracing(readEnvironment(variables));
});
afterEach(async () => {
  await stopTracing();
  await collector.stop();
  for (const name of ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"]) delete process.env[name];
});
afterAll(async () => {
  await Promise.all([product.stop(), receiver.stop()]);
  delete process.env.INTERNAL_URL;
  forgetSingleton("environment");
});

const pay = (reference: string, headers = {}) =>
  call(createPayment, "POST", "/payments", {
    headers: { ...clinic.headers, ...headers },
    body: { ...aPayment, reference_number: reference, callback_urls: [`${receiver.url}/${reference}?key=secret`] },
  });

/** Sends what is left to the collector and returns the only span with this name. */
async function collected(): Promise<(name: string) => CollectedSpan> {
  await stopTracing();
  return (name) => {
    const found = collector.spans.filter((span) => span.name === name);
    expect(found, name).toHaveLength(1);
    return found[0] as CollectedSpan;
  };
}

const isParent = (parent: { traceId: string; spanId: string }, child: CollectedSpan) => {
  expect(child).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId });
};

const traceparentOf = ({ traceId, spanId }: CollectedSpan) => `00-${traceId}-${spanId}-01`;

it("traces a payment from its POST through the queue, the EMR and the deliveries to the console's receipt", async () => {
  const work = await startDispatchers();
  const answer = await pay("TRACED", { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` });
  expect(answer.status).toBe(202);
  const delivered = await receiver.waitFor(({ path }) => path.startsWith("/TRACED"));
  while ((await jobs.read(answer.body.job_id)).standing.state !== "completed");
  await work.stop();
  const span = await collected();

  const [post, job, inbox, callback] = [
    span("POST /v1/payments"),
    span("job payments:create"),
    span("deliver to inbox"),
    span("deliver to callback"),
  ];
  isParent(CALLER, post);
  isParent(post, job);
  isParent(job, span("call the EMR"));
  isParent(job, inbox);
  isParent(job, callback);
  isParent(inbox, span("POST /api/webhooks/inbox"));
  expect(delivered.headers.traceparent).toBe(traceparentOf(callback));
  expect(new Set(collector.spans.filter(({ links }) => links.length > 0))).toEqual(new Set());
  expect(post.attributes).toMatchObject({ "http.route": "/v1/payments", "http.response.status_code": 202 });
  expect(job.attributes).toMatchObject({ "crc.job_id": answer.body.job_id, "crc.attempt": 1 });
  expect(collector.resources[0]).toMatchObject({ "service.name": "clinical-records-console" });

  const text = collector.texts.join("");
  const secrets = [...Object.values(clinic.headers), clinic.webhookSecret, "key=secret", receiver.url];
  for (const hidden of [...secrets, aPayment.patient_mrn, "TRACED", "45.5", aPayment.payment_method]) {
    expect(text).not.toContain(hidden);
  }
});

it("links each further attempt at a job to the one before, and a retried job to the failed one", async () => {
  const { job_id: id } = (await pay("AGAIN")).body;
  await jobs.behave("outage = true");
  await jobs.run(id);
  await jobs.due(id);
  await jobs.run(id);
  await jobs.behave("outage = false");
  await database.asOwner(
    "UPDATE job SET status = 'failed', finished_at = now(), next_attempt_at = NULL WHERE id = $1",
    [id],
  );
  const params = { job_id: String(id) };
  const retried = await call(retryJob, "POST", `/jobs/${id}/retry`, { headers: clinic.headers, body: {}, params });
  expect(retried.status).toBe(202);
  await jobs.run(retried.body.job_id);
  const span = await collected();

  const attempts = collector.spans.filter(({ name }) => name === "job payments:create");
  const [first, second, third] = attempts;
  if (!first || !second || !third) throw new Error(`${attempts.length} attempts`);
  isParent(span("POST /v1/payments"), first);
  isParent(span("POST /v1/payments"), second);
  isParent(span("POST /v1/jobs/{job_id}/retry"), third);
  expect(attempts.map(({ links }) => links.map(({ spanId }) => spanId))).toEqual([[], [first.spanId], [second.spanId]]);
  expect(attempts.map(({ status, attributes }) => [status.code, attributes["error.type"]])).toEqual([
    [2, "passing"],
    [2, "passing"],
    [0, undefined],
  ]);
});

it("links each further attempt at a delivery to the one before", async () => {
  const { job_id: id } = (await pay("RETRIED")).body;
  await jobs.run(id);
  const [row] = await database.asOwner<{ id: string }>(
    `SELECT replace(delivery.id::text, '-', '') AS id FROM delivery JOIN event ON event.id = event_id
     WHERE job_id = $1 AND target_kind = 'callback'`,
    [id],
  );
  const payload = { deliveryId: row?.id ?? "", ...clinic.tenant };
  receiver.answer({ status: 503 });
  await deliver(payload);
  receiver.answer({ status: 204 });
  await database.asOwner("UPDATE delivery SET next_attempt_at = now() WHERE id = $1", [payload.deliveryId]);
  await deliver(payload);
  const span = await collected();

  const [failed, succeeded] = collector.spans.filter(({ name }) => name === "deliver to callback");
  if (!failed || !succeeded) throw new Error("Two attempts were made");
  for (const attempt of [failed, succeeded]) isParent(span("job payments:create"), attempt);
  expect([failed.links, succeeded.links.map(({ spanId }) => spanId)]).toEqual([[], [failed.spanId]]);
  expect([failed.status.code, failed.attributes["http.response.status_code"]]).toEqual([2, 503]);
});

it("tells an EMR over HTTP the span of each call", async () => {
  const remote = await startInterfaceOnlyServer();
  const other = await openClinic();
  await linkRemote(database, other, remote);
  const asked = call(createPayment, "POST", "/payments", { headers: other.headers, body: aPayment });
  const work = await startDispatchers();
  const operation = await remote.operation(0);
  await asked;
  await work.stop();
  await remote.stop();
  const span = await collected();
  const emr = span("EMR POST");
  isParent(span("job payments:create"), emr);
  expect(operation.headers.traceparent).toBe(traceparentOf(emr));
  expect(emr.attributes).toEqual({ "http.request.method": "POST", "http.response.status_code": expect.any(Number) });
});

it("stores and sends nothing while it is off", async () => {
  await stopTracing();
  expect(tracing()).toBeNull();
  const { job_id: id } = (await pay("OFF")).body;
  await jobs.run(id);
  const stored = await database.asOwner(
    `SELECT job.trace, delivery.trace AS delivery FROM job JOIN event ON job_id = job.id
     JOIN delivery ON event_id = event.id WHERE job.id = $1`,
    [id],
  );
  expect(stored).toEqual([
    { trace: null, delivery: null },
    { trace: null, delivery: null },
  ]);
  expect(collector.texts).toEqual([]);
});

it("loads OpenTelemetry only if the variables ask for it", { tags: "long" }, async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) });
    const { startTracing } = await import("#lib/tracing/start-tracing");
    const { readEnvironment } = await import("#lib/kernel/environment");
    const stop = await startTracing(readEnvironment(process.env));
    await stop();
    console.log(JSON.stringify([...loaded].filter((name) => name.startsWith("@opentelemetry/"))));`;
  const loadedWith = async (variables: Record<string, string>): Promise<number> => {
    const env = { NODE_ENV: "test", PATH: process.env.PATH, ...variables } as const;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
    return JSON.parse(stdout).length;
  };
  expect(await loadedWith({})).toBe(0);
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: "true" })).toBe(0);
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_EXPORTER: "none" })).toBe(0);
  expect(await loadedWith({ OTEL_TRACES_EXPORTER: "otlp" })).toBeGreaterThan(0);
});
