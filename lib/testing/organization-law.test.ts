import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { judgeOrganizations } from "./organization-law.ts";
import { SPANNING } from "./statement-laws.ts";
import { testDatabase } from "./test-database.ts";

const database = testDatabase();
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await owner.connect();
});
afterAll(() => owner.end());

const reasonsOf = async (statement: string) =>
  (await judgeOrganizations(owner, [statement])).without.map(({ reason }) => reason);

it.each([
  "SELECT id FROM job WHERE organization_id = $1 AND id = $2",
  "SELECT id FROM job WHERE (organization_id = $1 AND (status = $2 OR id = $3)) FOR UPDATE SKIP LOCKED",
  "SELECT FROM organization WHERE id = $1",
  "UPDATE job SET version = version + $3 WHERE organization_id = $1 AND id = $2",
  "DELETE FROM draft d USING job WHERE d.organization_id = $1 AND job.organization_id = $2 AND job.id = d.job_id",
  "INSERT INTO embed_origin (id, organization_id, origin) SELECT id, organization_id, origin FROM json_populate_recordset($1::embed_origin, $2)",
  "SELECT FROM job j JOIN job_attempt a ON a.organization_id = j.organization_id AND a.job_id = j.id WHERE j.organization_id = $1",
  "SELECT FROM job j LEFT JOIN job_attempt a ON a.organization_id = j.organization_id AND a.job_id = j.id WHERE j.organization_id = $1",
  "SELECT FROM job j LEFT JOIN job_attempt a ON a.organization_id = $2 AND a.job_id = j.id WHERE j.organization_id = $1",
  "SELECT FROM job j WHERE j.organization_id = $1 AND NOT EXISTS (SELECT FROM job_attempt a WHERE a.organization_id = j.organization_id AND a.job_id = j.id)",
  "DECLARE seals CURSOR FOR SELECT number FROM audit_seal WHERE organization_id = $1",
  "SELECT FROM job WHERE organization_id = $1 AND created_at > now() - interval $2 AND request::text <> ' OR (' AND id > $3",
  "SELECT date_trunc($2, at), extract($3 FROM at) FROM audit_log WHERE organization_id = $1 AND at::date < $4::date - $5 GROUP BY date_trunc($6, at), at",
  "SELECT requests FROM rate_window WHERE caller = $1",
  "SET LOCAL synchronous_commit = off",
])("accepts %s", async (statement) => {
  expect(await reasonsOf(statement)).toEqual([]);
});

it.each([
  ["SELECT id FROM job WHERE id = $1", "job"],
  ["SELECT id FROM job WHERE linked_account_id = $1 FOR UPDATE", "job"],
  ["SELECT id FROM job WHERE organization_id = $1 OR id = $2", "job"],
  ["SELECT id FROM job WHERE organization_id = ANY ($1) AND id = $2", "job"],
  ["SELECT id FROM job WHERE organization_id <> $1", "job"],
  ["SELECT id FROM job WHERE organization_id = current_organization()", "job"],
  ["SELECT FROM organization WHERE name = $1", "organization"],
  ["UPDATE job SET version = $1 WHERE id IN (SELECT id FROM job WHERE organization_id = $2)", "job"],
  ["WITH gone AS (DELETE FROM draft WHERE id = $1 RETURNING job_id) SELECT FROM gone", "draft"],
  ["SELECT FROM job j JOIN job_attempt a ON a.job_id = j.id WHERE j.organization_id = $1", "job_attempt"],
  [
    "SELECT FROM job j JOIN job_attempt a ON a.organization_id = j.organization_id AND a.job_id = j.id",
    "job_attempt, job",
  ],
  [
    "SELECT FROM job j LEFT JOIN job_attempt a ON a.organization_id = $1 AND a.organization_id = j.organization_id",
    "job",
  ],
  ["SELECT FROM job j WHERE j.organization_id = $1 AND EXISTS (SELECT FROM draft d WHERE d.job_id = j.id)", "draft"],
  ["SELECT FROM json_to_recordset($1) AS given (organization_id uuid) JOIN job USING (organization_id)", "job"],
  // PostgreSQL may read such a subquery by itself, and then for all organizations.
  [
    "SELECT id FROM job WHERE organization_id = $1 AND EXISTS (SELECT FROM job a WHERE a.organization_id = job.organization_id AND a.retry_of = job.id) = $2",
    "job",
  ],
  ["INSERT INTO embed_origin SELECT * FROM embed_origin ON CONFLICT DO NOTHING", "embed_origin"],
])("reports %s", async (statement, tables) => {
  const [reason, ...others] = await reasonsOf(statement);
  expect(others).toEqual([]);
  const named = /^no organization of (.*)$/.exec(reason ?? "")?.[1];
  expect(named?.split(", ").sort()).toEqual(tables.split(", ").sort());
});

it("judges a statement that has no plan by its text", async () => {
  const unplanned = "SELECT $1 + $2 FROM job AS j JOIN draft USING (job_id)";
  expect(await reasonsOf(unplanned)).toEqual([expect.stringContaining("no plan: ")]);
  expect(await reasonsOf(`${unplanned} WHERE j.organization_id = $3`)).toHaveLength(1);
  expect(await reasonsOf(`${unplanned} WHERE j.organization_id = $3 AND draft.organization_id = $4`)).toEqual([]);
  expect(await reasonsOf("SELECT FROM a_table_of_a_test")).toEqual([]);
});

it("counts statements on tenants' tables", async () => {
  const { ofTenants } = await judgeOrganizations(owner, ["SELECT FROM job WHERE id = 1", "SELECT 1", "COMMIT"]);
  expect(ofTenants).toBe(1);
});

it("the list of statements that span organizations gets no longer", () => {
  expect(SPANNING.length).toBeLessThanOrEqual(2);
});
