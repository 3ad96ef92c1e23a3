import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { closeSingletons } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { parsePosition, readMessages, readNewMessages, resumeAfter } from "./cursor.ts";
import { appendStreamMessage } from "./message.ts";
import { sequenceAll } from "./sequence.ts";

/** The newest migration of the release before positions. */
const BEFORE = 20;
const MIGRATIONS = fileURLToPath(new URL("../db/migrations", import.meta.url));

const suffix = randomBytes(4).toString("hex");
const name = `crc_upgrade_${suffix}`;
/** As on a server where the product is not the superuser: row-level security holds for the owner of a table too. */
const role = { name, password: randomBytes(8).toString("hex") };
const tenants = Array.from({ length: 2 }, () => ({ organizationId: newId(), linkedAccountId: newId() }));
const [tenant, silent] = tenants as [(typeof tenants)[number], (typeof tenants)[number]];
let admin: pg.Client;
let ownerUrl: string;

const onDatabase = (database: string, user?: { name: string; password: string }) => {
  const url = new URL(inject("template").ownerUrl);
  url.pathname = `/${database}`;
  if (user) Object.assign(url, { username: user.name, password: user.password });
  return url.toString();
};

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Brings the database to where the release before positions left it. */
async function migrateBefore(client: pg.Client): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "crc-test-"));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal: { entries: { idx: number }[] } = JSON.parse(await readFile(file, "utf8"));
  const entries = journal.entries.filter(({ idx }) => idx <= BEFORE);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  await runMigrations(drizzle(client), { migrationsFolder: folder });
  await rm(folder, { recursive: true, force: true });
}

beforeAll(async () => {
  admin = await connect(onDatabase("postgres"));
  await admin.query(`CREATE ROLE ${role.name} LOGIN CREATEROLE PASSWORD '${role.password}'`);
  await admin.query(`GRANT crc_app, crc_sandbox, crc_definer TO ${role.name} WITH ADMIN OPTION`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${role.name}`);
  ownerUrl = onDatabase(name, role);
});

afterAll(async () => {
  await closeSingletons();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  const { rows } = await admin.query(
    "SELECT rolname FROM pg_roles WHERE rolname ~ '^crc_(app|sandbox)_' AND pg_has_role($1, oid, 'MEMBER')",
    [role.name],
  );
  for (const { rolname } of rows) await admin.query(`DROP ROLE ${rolname}`);
  await admin.query(`DROP OWNED BY ${role.name}; DROP ROLE ${role.name}`);
  await admin.end();
});

interface OldMessage {
  xid: bigint;
  seq: bigint;
  job: number;
}

/** Messages of transactions that cross: of each pair the first takes its number, and the second writes and commits first. */
async function writeOld(count: number): Promise<{ written: OldMessage[]; openings: bigint[] }> {
  const [first, second] = [await connect(onDatabase(name)), await connect(onDatabase(name))];
  const { organizationId, linkedAccountId } = tenant;
  const insert = (client: pg.Client, job: number, rows: number) =>
    client.query(
      `INSERT INTO stream_message (organization_id, linked_account_id, kind, payload)
       SELECT $1, $2, 'job', jsonb_build_object('job_id', $3 + n - 1) FROM generate_series(1, $4::int) n`,
      [organizationId, linkedAccountId, job, rows],
    );
  const openings: bigint[] = [];
  for (let job = 1; job <= count; job += 12) {
    const { rows } = await admin.query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid");
    openings.push(BigInt(rows[0].xid));
    await first.query("BEGIN; SELECT pg_current_xact_id()");
    await second.query("BEGIN");
    await insert(second, job, 1);
    await insert(first, job + 1, 10);
    await second.query("COMMIT");
    await insert(first, job + 11, 1);
    await first.query("COMMIT");
  }
  const found = await first.query(
    "SELECT xid::text, seq::text, payload->>'job_id' AS job FROM stream_message m ORDER BY m.xid, m.seq",
  );
  await Promise.all([first.end(), second.end()]);
  const written = found.rows.map(({ xid, seq, job }) => ({ xid: BigInt(xid), seq: BigInt(seq), job: Number(job) }));
  return { written, openings };
}

const jobsIn = (messages: { text: string }[]) =>
  messages.map(({ text }) => Number(/"job_id":\s*(\d+)/.exec(text)?.[1]));

it("goes on after every id that was given before positions, without a gap", async () => {
  const owner = await connect(ownerUrl);
  await migrateBefore(owner);
  const superuser = await connect(onDatabase(name));
  for (const { organizationId, linkedAccountId } of tenants) {
    await superuser.query("INSERT INTO organization (id, name) VALUES ($1, 'Clinic')", [organizationId]);
    await superuser.query(
      `INSERT INTO linked_account (id, organization_id, name, emr_type, timezone, access_token_hash,
         access_token_reference_id, inbox_secret)
       VALUES ($1::uuid, $2, 'Account', 'sandbox', 'UTC', $1::text, 'r', '')`,
      [linkedAccountId, organizationId],
    );
  }
  const { written, openings } = await writeOld(120);
  await Promise.all([owner.end(), superuser.end()]);
  const encryptionKey = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(ownerUrl, { encryptionKey });
  Object.assign(process.env, { APP_DATABASE_URL: appUrl, ENCRYPTION_KEY: encryptionKey });

  const at = "2026-03-02T10:00:00.000Z";
  for (const job of [121, 122]) {
    for (const each of tenants) {
      const frame = { job_id: job, type: "payments:create", status: "queued", attempt: 0, at } as const;
      await withTenant(each, (tx) => appendStreamMessage(tx, each, "job", frame));
    }
  }
  const inOrder = [...written.map(({ job }) => job), 121, 122];
  const head = await sequenceAll(tenant);
  const { messages } = await readMessages(tenant, 0n, 1_000);
  expect(jobsIn(messages)).toEqual(inOrder);
  expect(messages.at(-1)?.position).toBe(head);

  const resume = async (id: bigint) => {
    const position = parsePosition(String(id)) ?? -1n;
    return jobsIn((await readNewMessages(tenant, resumeAfter(position, head), 1_000)).messages);
  };
  // Everything that was missed, and ahead of it what else its transaction wrote.
  const ahead = (xid: bigint) => inOrder.slice(written.filter((message) => message.xid < xid).length);
  for (const { xid, seq } of written) expect(await resume(xid * 10n ** 10n + seq)).toEqual(ahead(xid));
  for (const xid of openings) expect(await resume(xid * 10n ** 10n)).toEqual(ahead(xid));

  // An account of which nothing was told: by the id that its stream had begun with.
  const silentHead = await sequenceAll(silent);
  const from = resumeAfter((openings.at(-1) ?? 0n) * 10n ** 10n, silentHead);
  expect(jobsIn((await readMessages(silent, from, 10)).messages)).toEqual([121, 122]);
});
