import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { oldestNode } from "#lib/testing/oldest-node";
import { packageOf } from "./stored-package.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const folder = mkdtempSync(join(tmpdir(), "crc-client-"));

const APP = `
import { createClient, type RecordsEvent, RecordsError, verifyWebhook } from "@clinical-records/client";
import { ClinicalRecords } from "@clinical-records/client/react";

const client = createClient({
  baseUrl: "https://records.example/v1",
  credentials: { client_id: "c", client_secret: "s", access_token: "t" },
});
createClient({ baseUrl: "https://records.example/v1", credentials: { embed_token: "t" } });
// @ts-expect-error: half of the credentials
createClient({ baseUrl: "https://records.example/v1", credentials: { client_id: "c" } });

const whole = { patient_mrn: "M", payment_method: "Cash", reference_number: "R", location: "L", amount: 1 };
export const made: Promise<{ payment_id: string; job_id: number }> = client.payments.create(whole);
// @ts-expect-error: an amount is a number
client.payments.create({ ...whole, amount: "1" });
// @ts-expect-error: the patient is missing
client.payments.create({ payment_method: "Cash", reference_number: "R", location: "L", amount: 1 });
// @ts-expect-error: no such field
client.payments.create({ ...whole, ammount: 1 });
// @ts-expect-error: a referral needs its id
client.referrals.update({ priority: "urgent" });
client.referrals.update({ id: "r", priority: "urgent" }, { idempotencyKey: "k", deadlineMs: 1_000 });
// @ts-expect-error: no such operation
client.payments.refund({});
client.settings.get();

export async function read(signal: AbortSignal): Promise<void> {
  for await (const claim of client.claims.each({ service_date: "2026-03-02" })) {
    const balance: string = claim.balance;
    // @ts-expect-error: no such field
    claim.blance;
    console.log(balance);
  }
  const file: Response = await client.documents.get({ id: "d" });
  console.log(await file.blob());
  for await (const message of client.events({ signal, lastEventId: "1" })) {
    if (message.kind === "event") told(message.event);
    // @ts-expect-error: a job's message has no event
    else message.event;
  }
}

function told(event: RecordsEvent): void {
  if (event.type === "payment.created") {
    const amount: number = event.data.amount;
    console.log(amount);
    // @ts-expect-error: only a failure has a reason
    event.data.failure_reason;
  }
  // @ts-expect-error: no such type
  if (event.type === "payment.refunded") return;
}

export async function receive(request: Request): Promise<void> {
  told(await verifyWebhook(request, "whsec_"));
  await verifyWebhook({ headers: {}, body: new Uint8Array() }, ["whsec_", "whsec_"]);
  // @ts-expect-error: the secret is missing
  await verifyWebhook(request);
}

export const failed = (error: unknown): string[] =>
  error instanceof RecordsError ? error.errors.map(({ field }) => field) : [];

const fetchToken = async () => ({ session_id: "", token: "", expires_at: "", url: "" });
ClinicalRecords({ origin: "https://records.example", view: "jobs", fetchToken, onEvent: ({ name }) => console.log(name) });
// @ts-expect-error: fetchToken is missing
ClinicalRecords({ origin: "https://records.example", view: "jobs" });
`;

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  // The package's own types are checked too.
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  types: [],
  noEmit: true,
};

beforeAll(() => {
  const file = join(folder, "client.tgz");
  writeFileSync(file, packageOf(ROOT).content);
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  const npm = ["install", file, "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
  execFileSync("npm", npm, { cwd: folder, stdio: "pipe" });
  for (const name of ["@types", "react", "csstype"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns what the compiler says of a file. */
function diagnosed(file: string, options: object): string {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [file] }));
  try {
    return execFileSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Returns what the compiler says of an app that uses the installed package. */
function compile(app: string): string {
  writeFileSync(join(folder, "app.ts"), app);
  return diagnosed("app.ts", OPTIONS);
}

it("has the types that an app relies on, and refuses what no server would take", { tags: "long" }, () => {
  expect(compile(APP)).toBe("");
  expect(compile(`${APP}\nclient.payments.create({});`)).toContain("patient_mrn");
});

it("needs no more of the language than Node.js 20 has", { tags: "long" }, () => {
  const checked = (file: string) => diagnosed(file, { ...OPTIONS, allowImportingTsExtensions: true });
  expect(checked(fileURLToPath(new URL("./package/index.ts", import.meta.url)))).toBe("");
  writeFileSync(join(folder, "newer.ts"), "export const newer = Promise.withResolvers<void>();");
  expect(checked("newer.ts")).toContain("withResolvers");
});

const { path: NODE, version } = oldestNode();

it(`exports under Node.js ${version} what its types declare`, () => {
  const print = 'import * as all from "@clinical-records/client"; console.log(Object.keys(all).join(" "))';
  const names = execFileSync(NODE, ["--input-type=module", "-e", print], { cwd: folder, encoding: "utf8" });
  expect(names.trim()).toBe("RecordsError WebhookError createClient signWebhook verifyWebhook");
});

it(`is required by CommonJS under Node.js ${version}, with what its types declare`, { tags: "long" }, () => {
  const required = `const all = require("@clinical-records/client");
const { ClinicalRecords } = require("@clinical-records/client/react");
const client = all.createClient({ baseUrl: "https://records.example/v1", credentials: { embed_token: "t" } });
console.log(Object.keys(all).sort().join(" "), typeof ClinicalRecords, typeof client.payments.create);
all.verifyWebhook({ headers: {}, body: "{}" }, "").catch((error) => console.log(error instanceof all.WebhookError));`;
  const printed = execFileSync(NODE, ["--no-experimental-require-module", "--input-type=commonjs", "-e", required], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(printed).toBe("RecordsError WebhookError createClient signWebhook verifyWebhook function function\ntrue\n");
  writeFileSync(
    join(folder, "app.cts"),
    `import { createClient, RecordsError, type RecordsEvent, verifyWebhook, WebhookError } from "@clinical-records/client";
import { ClinicalRecords } from "@clinical-records/client/react";
const client = createClient({ baseUrl: "https://records.example/v1", credentials: { embed_token: "t" } });
export const made: Promise<{ settings: { timezone: string } }> = client.settings.get();
export const told = (event: RecordsEvent): string => (event.type === "payment.created" ? event.data.payment_id : event.id);
export const isOurs = (error: unknown): error is RecordsError | WebhookError =>
  error instanceof RecordsError || error instanceof WebhookError;
export const of = { ClinicalRecords, verifyWebhook };
// @ts-expect-error: no such operation
client.payments.refund({});
`,
  );
  expect(diagnosed("app.cts", OPTIONS)).toBe("");
});
