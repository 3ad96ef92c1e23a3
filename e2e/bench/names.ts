import pg from "pg";
import { GET as getMatches } from "#app/v1/patient-matches/route.ts";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { withTenant } from "#lib/db/tenant";
import { syncedPatients } from "#lib/resources/patients/sync";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type Base, inThisProcess, startBase } from "../reliability/base.ts";
import { postgresCpu } from "./cpu-time.ts";
import { manyPatients } from "./many-patients.ts";
import { misheard } from "./misheard.ts";
import { line, percentile } from "./report.ts";

const PATIENTS = Number(process.env.PATIENTS ?? 200_000);
const PAGE = 500;
/** Searches of each kind. */
const EACH = 30;

const DOORS = [
  [
    "GET /patient-matches, as pickers ask it",
    getMatches,
    (query: string) => `/patient-matches?${new URLSearchParams({ query })}`,
  ],
  [
    "GET /patients, exact matches alone",
    getPatients,
    (query: string) => `/patients?${new URLSearchParams({ query, limit: "12" })}`,
  ],
] as const;

/** Stores the patients of an account as a sync does. Returns the CPU seconds of this process and of PostgreSQL. */
async function store(base: Base, { tenant }: TestAccount, patients: ReturnType<typeof manyPatients>) {
  const [own, postgres] = [process.cpuUsage(), await postgresCpu(base.folder)];
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  for (let from = 0; from < patients.length; from += PAGE) {
    const records = patients.slice(from, from + PAGE);
    await withTenant(tenant, (tx) => syncedPatients.store(tx, tenant, { records, asOf: 1 }, context));
  }
  const { user, system } = process.cpuUsage(own);
  return [
    `${((user + system) / 1e6).toFixed(1)} s here`,
    `${(((await postgresCpu(base.folder)) - postgres) / 1e3).toFixed(1)} s PostgreSQL`,
  ];
}

/** Counts the statements that this process sends. */
function countStatements(): () => number {
  let count = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, given);
  } as typeof query;
  return () => count;
}

/**
 * Measures searches for patients by names as they are heard, among 200,000 in one account with as many of another tenant beside,
 * one after the other under the application's role and row-level security.
 */
export async function patientNames(): Promise<string> {
  const base = await startBase();
  const { ownerUrl, variables } = await base.copy("crc_names");
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await inThisProcess(
      { ...base.secrets, ...variables, RATE_LIMIT_PER_MINUTE: "1000000", SEED: "demo" },
      async () => {
        const [account, other] = [await makeLinkedAccount(), await makeLinkedAccount()];
        const patients = manyPatients(PATIENTS);
        let text = `Searches among ${PATIENTS.toLocaleString("en-US")} patients, ${EACH} of each kind\n`;
        text += line("storing the patients, CPU", ...(await store(base, account, patients)));
        await store(base, other, patients);
        text += line("storing them unchanged, CPU", ...(await store(base, account, patients)));
        await owner.query("VACUUM ANALYZE");
        const statements = countStatements();
        for (const [name, handler, path] of DOORS) {
          const all: number[] = [];
          text += `${name}\n`;
          for (const { kind, texts } of misheard(patients, EACH)) {
            const times: number[] = [];
            const before = statements();
            let found = 0;
            for (const query of texts) {
              const begun = performance.now();
              const { body } = await call(handler, "GET", path(query), { headers: account.headers });
              times.push(performance.now() - begun);
              if ((body.patient_matches ?? body.patients).length > 0) found += 1;
            }
            all.push(...times);
            text += line(
              `  ${kind}`,
              `p50 ${percentile(times, 0.5).toFixed(1)} ms`,
              `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
              `${((statements() - before) / texts.length).toFixed(1)} statements`,
              `${found} of ${texts.length} found`,
            );
          }
          text += line(
            "  all",
            `p50 ${percentile(all, 0.5).toFixed(1)} ms`,
            `p95 ${percentile(all, 0.95).toFixed(1)} ms`,
          );
        }
        return text;
      },
    );
  } finally {
    await owner.end();
    await base.stop();
  }
}
