import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { withoutTenant } from "#lib/db/without-tenant";
import { EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { StartFailure } from "#lib/kernel/start-failure";
import { exportOf, type Head, headsIn } from "#lib/security/audit-chain/head";
import { type Verdict, verifyChain } from "#lib/security/audit-chain/verify";
import { onDatabase } from "./on-database.ts";

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
  const { heads, exported } = headsIn(text);
  if (heads.length === 0 && exported === null) throw new StartFailure(`${file} contains no head of a chain`);
  if (exported !== null && heads.length < exported) {
    throw new StartFailure(`${file} is not whole: ${exported} heads were exported, and it contains ${heads.length}`);
  }
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

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { heads: { type: "string" }, export: { type: "string" } } });
  const heads = await readHeads(values.heads);
  const verdicts = await onDatabase(readEnvironment(process.env), () => verifyAll(heads));
  if (verdicts.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  if (values.export === undefined) return;
  const newest = verdicts.flatMap(({ head }) => head ?? []);
  await writeFile(values.export, exportOf(newest), { mode: 0o600 });
  say(`${newest.length} heads written to ${values.export}: keep them away from the database`);
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
