import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { loginRole, urlAs } from "#lib/db/login-roles";
import { withoutTenant } from "#lib/db/without-tenant";
import { type Environment, EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { StartFailure } from "#lib/kernel/start-failure";
import { deploymentSecrets } from "#lib/launcher/secrets";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { type Head, headsIn } from "#lib/security/audit-chain/head";
import { type Verdict, verifyChain } from "#lib/security/audit-chain/verify";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const USAGE = "npm run verify-audit -- [--heads FILE of an earlier export or log] [--export FILE]";
/** Findings of one organization that are printed; the rest is counted. */
const PRINTED = 200;

const say = (text: string) => process.stdout.write(`${text}\n`);

function report({ organizationId, findings, chained, seals, waiting, completeTo }: Verdict): void {
  const upTo = completeTo ? ` up to ${completeTo.toISOString()}` : "";
  const left = waiting > 0 ? `, ${waiting} not linked yet` : "";
  const judged = findings.length === 0 ? "sound" : `${findings.length} found`;
  say(`${organizationId}: ${chained} entries in ${seals} seals${upTo}${left}: ${judged}`);
  for (const { kind, what } of findings.slice(0, PRINTED)) say(`  ${kind}: ${what}`);
  if (findings.length > PRINTED) say(`  and ${findings.length - PRINTED} more`);
}

async function readHeads(file: string | undefined): Promise<Head[]> {
  if (file === undefined) return [];
  const text = await readFile(file, "utf8").catch(() => {
    throw new StartFailure(`${file} cannot be read`);
  });
  const heads = headsIn(text);
  if (heads.length === 0) throw new StartFailure(`${file} contains no head of a chain`);
  return heads;
}

/** Verifies every organization, also those that only the exported heads know. Returns their verdicts. */
async function verifyAll(heads: readonly Head[]): Promise<Verdict[]> {
  const known = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  const ids = new Set([...known, ...heads].map(({ organization_id }) => organization_id));
  const verdicts: Verdict[] = [];
  for (const id of ids) {
    const verdict = await verifyChain(
      id,
      heads.filter(({ organization_id }) => organization_id === id),
    );
    report(verdict);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Signs in with the application's role, which can neither change nor remove what it reads. */
function connectAt(ownerUrl: string, encryptionKey: string): void {
  process.env.APP_DATABASE_URL = urlAs(ownerUrl, loginRole("crc_app", encryptionKey));
  process.env.ENCRYPTION_KEY = encryptionKey;
  forgetSingleton("environment");
}

/** Runs `work` on the deployment's database; an embedded one is started unless the product runs. */
async function onDatabase<Result>(env: Environment, work: () => Promise<Result>): Promise<Result> {
  if (env.DATABASE_URL) {
    if (!env.ENCRYPTION_KEY) throw new StartFailure("ENCRYPTION_KEY must be set");
    connectAt(env.DATABASE_URL, env.ENCRYPTION_KEY);
    return work().finally(closeSingletons);
  }
  const dataDir = resolve(ROOT, env.DATA_DIR);
  if (!existsSync(join(dataDir, "secrets.json"))) throw new StartFailure(`There is no data in ${dataDir}`);
  const { ENCRYPTION_KEY } = await deploymentSecrets(env, dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    connectAt(server.url, ENCRYPTION_KEY);
    return await work().finally(closeSingletons);
  } finally {
    if (!server.adopted) await server.stop();
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { heads: { type: "string" }, export: { type: "string" } } });
  const heads = await readHeads(values.heads);
  const verdicts = await onDatabase(readEnvironment(process.env), () => verifyAll(heads));
  if (verdicts.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  if (values.export === undefined) return;
  const lines = verdicts.flatMap(({ head }) => (head ? [`${JSON.stringify(head)}\n`] : []));
  await writeFile(values.export, lines.join(""), { mode: 0o600 });
  say(`${lines.length} heads written to ${values.export}: keep them away from the database`);
}

try {
  await run();
} catch (error) {
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const isExpected = error instanceof StartFailure || error instanceof EnvironmentError;
  const isUsage = code?.startsWith("ERR_PARSE_ARGS") === true;
  const text = isExpected
    ? (error as Error).message
    : isUsage
      ? `${message}\nUsage: ${USAGE}`
      : message || code || name;
  process.stderr.write(`${text}\nNothing was verified\n`);
  process.exitCode = 2;
}
