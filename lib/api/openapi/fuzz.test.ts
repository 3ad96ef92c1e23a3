import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { hashToken } from "#lib/security/credentials/token-hash";
import { ask } from "#lib/testing/api";
import { answerProblems } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { type Caller, type FuzzRequest, fuzzRequests } from "#lib/testing/fuzz";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

/** `npm run test:fuzz` runs the long form; FUZZ_REQUESTS and FUZZ_SEED override both forms. */
const LONG = import.meta.env.MODE === "long";
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (LONG ? 100_000 : 1_200));
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Number of concurrent requests. */
const LANES = 4;
const DEADLINE_MS = LONG ? 4 * 3_600_000 : 120_000;
const CANARY = "Canarywharf";

process.env.RATE_LIMIT_PER_MINUTE = "1000000";
const database = testDatabase();
let clinic: FullClinic;
let other: FullClinic;
/** Ids of the other clinic's records that the fuzzer uses. */
let foreign: string[];
let headersOf: Record<Caller, Record<string, string>>;

beforeAll(async () => {
  [clinic, other] = [await openFullClinic(database), await openFullClinic(database)];
  for (const table of ["patient", "provider", "staff", "referring_provider"]) {
    await database.asOwner(`UPDATE ${table} SET last_name = '${CANARY}' WHERE linked_account_id = $1`, [
      other.tenant.linkedAccountId,
    ]);
  }
  foreign = idsOf(other);
  headersOf = {
    client: clinic.headers,
    admin: await signIn(clinic, "admin"),
    staff: await signIn(clinic, "staff"),
    nobody: {},
  };
});

const paths = [
  "/api-clients/{id}",
  "/appointments/{id}",
  "/documents/{id}",
  "/downtime-packets/{id}",
  "/events/{id}",
  "/jobs/{job_id}",
  "/providers/{id}",
  "/recalls/{id}",
  "/referrals/{id}",
  "/saved-views/{id}",
  "/shift-notes/{id}",
  "/users/{id}",
  "/webhook-endpoints/{id}",
];
const idsOf = (from: FullClinic) => paths.flatMap((path) => Object.values(from.paramsOf(path)));

/** Returns every row of the other clinic. */
async function othersRows(): Promise<unknown> {
  const tables = await database.asOwner<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'linked_account_id' ORDER BY 1`,
  );
  return Promise.all(
    tables.map(({ name }) =>
      database.asOwner(
        `SELECT '${name}' AS name, md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${name} t WHERE linked_account_id = $1`,
        [other.tenant.linkedAccountId],
      ),
    ),
  );
}

/** Resets the settings that a request may have changed, so that later requests are not all refused. */
async function openAgain(): Promise<void> {
  const asBefore = [clinic.tenant.linkedAccountId, hashToken(clinic.headers.access_token)];
  await database.asOwner(
    `UPDATE linked_account SET user_active = true, unlinked_at = NULL, access_token_hash = $2
     WHERE id = $1 AND (NOT user_active OR unlinked_at IS NOT NULL OR access_token_hash <> $2)`,
    asBefore,
  );
  await database.asOwner(
    "UPDATE directory SET key = $2 WHERE record_id = $1 AND kind = 'access_token' AND key <> $2",
    asBefore,
  );
}

const statuses = new Map<number, number>();

async function expectHeld(request: FuzzRequest): Promise<void> {
  const { route, params, query, body, caller } = request;
  const headers = { ...request.headers, ...headersOf[caller] };
  const answer = await ask(route, { params, query, headers, ...(body === undefined ? {} : { body }) });
  const { status, text } = answer;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(status, text).toBeLessThan(500);
  if (Object.values(params).some((value) => foreign.includes(value))) expect(status, text).toBeGreaterThanOrEqual(400);
  // A record contains the ids that the fuzzer itself sent.
  const ids = text.match(/[0-9a-f]{32}/g) ?? [];
  expect(ids.filter((id) => other.ids.has(id) && !foreign.includes(id))).toEqual([]);
  expect(text).not.toContain(CANARY);
  if (status >= 400 || answer.headers.get("content-type")?.startsWith("application/json")) {
    const parsed = JSON.parse(text);
    expect(answerProblems(route, { status, body: parsed })).toEqual([]);
    if (status >= 400) expect(parsed).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  }
}

it(`answers ${REQUESTS} random requests only as the document describes`, {
  tags: "long",
  timeout: DEADLINE_MS,
}, async () => {
  const world = {
    known: ["MRN-1", "LOC-1", "101", "APT-1", "LAB-1", "lab", "CLM-1", "Cash", "PHQ-2", "201", "ARR", ...idsOf(clinic)],
    foreign,
    bodyOf: clinic.bodyOf,
    paramsOf: clinic.paramsOf,
  };
  const before = await othersRows();
  try {
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        fc.assert(fc.asyncProperty(fuzzRequests(world), expectHeld).afterEach(openAgain), {
          numRuns: Math.ceil(REQUESTS / LANES),
          seed: SEED + lane,
        }),
      ),
    );
  } finally {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`fuzz seed ${SEED}, requests by status ${counts.join(", ")}`);
  }
  expect(await othersRows()).toEqual(before);
});
