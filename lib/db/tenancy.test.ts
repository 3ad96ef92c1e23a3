import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { document } from "#lib/resources/documents/table";
import { location } from "#lib/resources/locations/table";
import { testDatabase } from "#lib/testing/test-database";
import { appPool } from "./pool.ts";
import { auditLog, organization } from "./schema.ts";
import { readTenant, withTenant } from "./tenant.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Tables that belong to no tenant, with the reason. */
const UNTENANTED = new Map([
  ["client_package", "the typed client, the same for everyone"],
  ["commit_witness", "how far each process has committed, without any record"],
  ["deployment_app", "apps at EMRs that the operator has registered, the same for everyone; their secrets are sealed"],
  ["emr_directory", "published addresses of EMRs, the same for everyone"],
  ["emr_directory_source", "who publishes them, the same for everyone"],
  ["oauth_client", "clients that have registered or published a document, before any tenant is known"],
  ["periodic_task", "when a task was begun last that one process does for all tenants"],
  ["rate_window", "counts of requests, keyed by caller, without any record"],
  ["sign_in_bucket", "counts of attempts to sign in, keyed by digests, before any tenant is known"],
  ["stream_lease", "counts of open streams, keyed by caller, without any record"],
]);

const database = testDatabase();
const riverside = newId();
const [front, back] = [newId(), newId()];
const lakeside = newId();
const pediatrics = newId();

const aLocation = (organizationId: string, linkedAccountId: string, emrId: string) => ({
  id: newId(),
  organizationId,
  linkedAccountId,
  emrId,
  name: emrId,
  addressStreet: "",
  addressCity: "",
  addressState: "",
  addressZip: "",
  phone: "",
});

beforeAll(async () => {
  for (const [organizationId, linkedAccountId] of [
    [riverside, front],
    [riverside, back],
    [lakeside, pediatrics],
  ] as const) {
    await withTenant({ organizationId, linkedAccountId }, async (tx) => {
      await tx.insert(organization).values({ id: organizationId, name: "One" }).onConflictDoNothing();
      await tx.insert(location).values(aLocation(organizationId, linkedAccountId, `LOC-${linkedAccountId}`));
    });
  }
});

/** Returns what row-level security alone shows: this statement names no organization itself. */
const namesSeen = (organizationId: string, linkedAccountId: string | null) =>
  readTenant({ organizationId, linkedAccountId }, async (tx) => {
    const { rows } = await tx.execute<{ emr_id: string }>(sql`SELECT emr_id FROM "location"`);
    return rows.map(({ emr_id }) => emr_id);
  });

describe("row-level security", () => {
  it("is forced on every table except those without a tenant", async () => {
    const tables = await database.asOwner<{ relname: string; safe: boolean }>(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS safe FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
    );
    expect(tables.length).toBeGreaterThan(15);
    const unsafe = tables.filter(({ safe }) => !safe).map(({ relname }) => relname);
    expect(unsafe).toEqual([...UNTENANTED.keys()]);
  });

  it("hides every tenant's rows from a query without a tenant", async () => {
    const tables = await database.asOwner<{ relname: string }>(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
    );
    for (const { relname } of tables.filter((table) => !UNTENANTED.has(table.relname))) {
      const rows = await withoutTenant<{ count: string }>(sql`SELECT count(*) FROM ${sql.identifier(relname)}`);
      expect(rows[0]?.count, relname).toBe("0");
    }
  });

  it("shows an account only its own rows", async () => {
    expect(await namesSeen(riverside, front)).toEqual([`LOC-${front}`]);
    expect(await namesSeen(riverside, back)).toEqual([`LOC-${back}`]);
    expect(await namesSeen(lakeside, pediatrics)).toEqual([`LOC-${pediatrics}`]);
    expect(await namesSeen(riverside, null)).toEqual([]);
    expect(await namesSeen(lakeside, front)).toEqual([]);
  });

  it("lets every account of an organization read its documents, and only the documents' own account change them", async () => {
    const [mine, sibling] = [
      { organizationId: riverside, linkedAccountId: front },
      { organizationId: riverside, linkedAccountId: back },
    ];
    const id = newId();
    const about = { emrId: "DOC-1", fileName: "a.pdf", mimeType: "application/pdf", size: 1, sha256: "0".repeat(64) };
    await withTenant(mine, (tx) => tx.insert(document).values({ id, ...mine, ...about }));
    const seen = (tenant: { organizationId: string; linkedAccountId: string }) =>
      readTenant(tenant, async (tx) => {
        const { rows } = await tx.execute<{ emr_id: string }>(sql`SELECT emr_id FROM "document"`);
        return rows.map(({ emr_id }) => emr_id);
      });
    expect(await seen(sibling)).toEqual([about.emrId]);
    expect(await seen({ organizationId: lakeside, linkedAccountId: pediatrics })).toEqual([]);
    const changed = await withTenant(sibling, (tx) =>
      tx.update(document).set({ size: 2 }).returning({ id: document.id }),
    );
    expect(changed).toEqual([]);
    expect(await withTenant(sibling, (tx) => tx.delete(document).returning({ id: document.id }))).toEqual([]);
  });

  it("refuses a row of another tenant", async () => {
    const foreign = aLocation(lakeside, pediatrics, "LOC-X");
    await expect(
      withTenant({ organizationId: riverside, linkedAccountId: front }, (tx) => tx.insert(location).values(foreign)),
    ).rejects.toThrow();
    expect(await namesSeen(lakeside, pediatrics)).toEqual([`LOC-${pediatrics}`]);
  });

  it("leaves no tenant set on a pooled connection", async () => {
    const rounds = Array.from({ length: 40 }, () => namesSeen(riverside, front));
    await Promise.all(rounds);
    const settings = await Promise.all(
      Array.from({ length: 40 }, () =>
        appPool().query("SELECT current_setting('app.organization_id', true) AS organization, count(*) FROM location"),
      ),
    );
    for (const { rows } of settings) expect([rows[0].organization || null, rows[0].count]).toEqual([null, "0"]);
  });

  it("rolls back a whole transaction when one of its statements fails", async () => {
    const tenant = { organizationId: riverside, linkedAccountId: front };
    const work = withTenant(tenant, async (tx) => {
      await tx.insert(location).values(aLocation(riverside, front, "LOC-NEW"));
      await tx.execute(sql`SELECT 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await namesSeen(riverside, front)).toEqual([`LOC-${front}`]);
  });
});

describe("roles", () => {
  it("the application's roles own nothing and bypass nothing", async () => {
    await withoutTenant(sql`SELECT 1`);
    const roles = await database.asOwner<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean; owned: string }>(
      `SELECT DISTINCT r.rolname, r.rolsuper, r.rolbypassrls,
              (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
       WHERE a.datname = current_database() AND a.application_name <> 'crc-test'`,
    );
    expect(roles.map(({ rolname }) => rolname.replace(/_[0-9a-f]{8}$/, ""))).toEqual(["crc_app"]);
    for (const role of roles) expect(role).toMatchObject({ rolsuper: false, rolbypassrls: false, owned: "0" });
  });

  it("nobody can sign in as a group role", async () => {
    const roles = await database.asOwner<{ rolname: string; rolcanlogin: boolean }>(
      "SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname IN ('crc_app', 'crc_sandbox', 'crc_definer') ORDER BY 1",
    );
    expect(roles.map(({ rolname, rolcanlogin }) => [rolname, rolcanlogin])).toEqual([
      ["crc_app", false],
      ["crc_definer", false],
      ["crc_sandbox", false],
    ]);
  });

  it("only these functions cross tenants, and they return ids, counts, names of keys, or whether something still stands", async () => {
    const functions = await database.asOwner<{ name: string; returns: string }>(
      `SELECT p.proname AS name, pg_get_function_result(p.oid) AS returns FROM pg_proc p
       WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(functions).toEqual([
      { name: "count_ambiguous_jobs", returns: "TABLE(operation text, state text, jobs bigint)" },
      {
        name: "count_deliveries",
        returns:
          "TABLE(held bigint, retrying bigint, oldest_retry_seconds double precision, endpoints_disabled bigint)",
      },
      { name: "count_jobs", returns: "TABLE(operation text, status text, jobs bigint)" },
      { name: "count_mails", returns: "TABLE(queued bigint, oldest_seconds double precision)" },
      // This and `session_stands` are called by the version before alone: a later migration drops them.
      { name: "credentials_stand", returns: "boolean" },
      {
        name: "find_credentials",
        returns: "TABLE(organization_id uuid, api_client_id uuid, linked_account_id uuid)",
      },
      { name: "find_event_readings", returns: "TABLE(linked_account_id uuid)" },
      { name: "find_in_directory", returns: "TABLE(organization_id uuid, record_id uuid)" },
      {
        name: "find_overdue",
        returns:
          "TABLE(job_id bigint, delivery_id uuid, waits boolean, linked_account_id uuid, since timestamp with time zone)",
      },
      { name: "find_overdue_mails", returns: "TABLE(mail_id uuid, since timestamp with time zone)" },
      { name: "list_linked_accounts", returns: "TABLE(organization_id uuid, linked_account_id uuid)" },
      { name: "list_oauth_organizations", returns: "TABLE(organization_id uuid)" },
      { name: "list_organizations", returns: "TABLE(organization_id uuid)" },
      { name: "list_seals", returns: "SETOF text" },
      { name: "oldest_sync", returns: "timestamp with time zone" },
      { name: "organization_of", returns: "uuid" },
      { name: "session_stands", returns: "boolean" },
    ]);
  });

  it("the audit log can be extended, but not changed or deleted", async () => {
    const tenant = { organizationId: riverside, linkedAccountId: null };
    await withTenant(tenant, (tx) =>
      tx.insert(auditLog).values({
        id: newId(),
        organizationId: riverside,
        actor: { kind: "user", id: newId(), name: "Ada" },
        action: "patients:read",
        route: "GET /patients",
        status: 200,
      }),
    );
    const code = { cause: { code: "42501" } };
    await expect(withTenant(tenant, (tx) => tx.update(auditLog).set({ status: 500 }))).rejects.toMatchObject(code);
    await expect(withTenant(tenant, (tx) => tx.delete(auditLog))).rejects.toMatchObject(code);
  });
});
