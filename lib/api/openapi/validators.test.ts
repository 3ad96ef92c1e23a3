import { eq, getTableName, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeRecords } from "#lib/db/record-versions";
import { withTenant } from "#lib/db/tenant";
import type { QueryDefinition } from "#lib/definitions/query";
import type { Capability } from "#lib/emr/port/capability";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { appointment } from "#lib/resources/appointments/table";
import { syncedPatients } from "#lib/resources/patients/sync";
import { storePage } from "#lib/resources/synced/store-page";
import { ask, handlersOf, isWrite, route as routeOf } from "#lib/testing/api";
import { type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { fakePatient } from "#lib/testing/fake-records";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { jobsOf } from "#lib/testing/jobs";
import { makeSibling, signIn } from "#lib/testing/principals";
import { sentDuring } from "#lib/testing/sent-statements";
import { testDatabase } from "#lib/testing/test-database";
import { askedOf, read, validatedReads as validated } from "#lib/testing/validated-reads";

// One caller sends all requests within a minute.
process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();

let clinic: FullClinic;

const get = (route: DescribedRoute, headers: Record<string, string> = clinic.headers, more = "") =>
  read(clinic, route, headers, more);

/** Returns parameters that make a read send each of its statements: each alone, with a value that matches nothing too. */
const requestsOf = ({ query }: QueryDefinition): string[] => [
  "",
  "patient_mrn=MRN-1",
  ...Object.keys(query.shape).map((name) => `${name}=${/date|dob|before|after/.test(name) ? "2026-01-01" : "nothing"}`),
];

/** Whether a transaction is that of a read, not of the credentials, the rate limit or the audit log. */
const isRead = (statements: string[]) =>
  !/rate_window|find_credentials|"api_client"|audit_log/.test(statements.join(" "));

/** A process asks every 2 s whether an account's first sync is complete, whose end makes a new version of its records. */
const isOfFirstSync = (statement: string) => /EXISTS \(SELECT FROM sync_kind/.test(statement);

/** Returns the statements that are sent meanwhile by packet, but for that of the first sync. */
async function sentForRecords(work: () => Promise<unknown>): Promise<string[][]> {
  const sent = await sentDuring(work);
  return sent.map((packet) => packet.filter((each) => !isOfFirstSync(each))).filter((packet) => packet.length > 0);
}

interface State {
  etag: string | null;
  text: string;
}

/** Returns the present body and ETag of every read of synchronized records. */
async function states(): Promise<Map<string, State>> {
  const asked = validated.map(async ({ name, route }): Promise<[string, State]> => {
    const { headers, text } = await get(route);
    return [name, { etag: headers.get("etag"), text }];
  });
  return new Map(await Promise.all(asked));
}

/** Expects each body that changed to have a new ETag. Returns the names of the reads whose body changed. */
function changedBetween(before: Map<string, State>, after: Map<string, State>): string[] {
  return [...after].flatMap(([name, { etag, text }]) => {
    if (before.get(name)?.text === text) return [];
    expect(etag, `the tag of ${name}`).not.toBe(before.get(name)?.etag);
    return [name];
  });
}

async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await states();
  await change();
  return changedBetween(before, await states());
}

/** Lets the EMR change all of its records. */
const drift = () => changeBehavior(clinic.tenant.linkedAccountId, { drift_rate: 1 });

describe("an answer about synchronized records", () => {
  beforeAll(async () => {
    clinic = await openFullClinic(database);
    // The first read of an account looks whether its first sync is complete, which the process then remembers.
    await get(routeOf("GET", "/locations"));
  });

  it("is that of all such lists and records", () => {
    expect(validated.map(({ name }) => name).sort()).toEqual([
      "GET /appointments",
      "GET /appointments/{id}",
      "GET /availability",
      "GET /claims",
      "GET /documents",
      "GET /forms",
      "GET /forms/{id}",
      "GET /locations",
      "GET /patients",
      "GET /patients/{mrn}",
      "GET /providers",
      "GET /recalls",
      "GET /recalls/{id}",
      "GET /referrals",
      "GET /referrals/{id}",
      "GET /referring-providers",
      "GET /settings",
      "GET /staff",
      "GET /visit-statuses",
      "GET /visit-types",
    ]);
  });

  it.each(validated)("$name has a weak ETag, and is 304 for a caller who names it", async ({ route }) => {
    const whole = await get(route);
    const etag = whole.headers.get("etag") ?? "";
    expect(whole.status, whole.text).toBe(200);
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    for (const named of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const answer = await get(route, { ...clinic.headers, "if-none-match": named });
      expect([answer.status, answer.text], named).toEqual([304, ""]);
      expect(answer.headers.get("etag")).toBe(etag);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("ratelimit-remaining")).toMatch(/^\d+$/);
    }
    const other = await get(route, { ...clinic.headers, "if-none-match": 'W/"other"' });
    expect([other.status, other.text]).toEqual([200, whole.text]);
  });

  it.each(validated)("$name is 304 without a statement that reads records", async ({ route }) => {
    const etag = (await get(route)).headers.get("etag") ?? "";
    const sent = await sentForRecords(() => get(route, { ...clinic.headers, "if-none-match": etag }));
    expect(sent.filter(isRead)).toEqual([[expect.stringContaining('from "record_version"')]]);
  });

  it.each(validated)(
    "$name is made once for callers who ask together, and anew after a change",
    async ({ query, route }) => {
      const { GET } = await handlersOf(route.path);
      const { headers } = clinic;
      const { params, query: parameters } = askedOf(clinic, route);
      const address = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? "");
      const readKept = async () => {
        const request = new Request(`http://127.0.0.1:3000/v1${address}${parameters}`, { headers });
        const response = await GET?.(request, { params: Promise.resolve(params) });
        return [response?.status, response?.headers.get("etag"), await response?.text()];
      };
      const first = await readKept();
      let second: unknown[] = [];
      const sent = await sentForRecords(async () => {
        second = await readKept();
      });
      expect(sent.filter(isRead)).toEqual([[expect.stringContaining('from "record_version"')]]);
      expect(second).toEqual(first);
      const [table] = query.reads ?? [];
      if (!table) throw new Error("It reads no table");
      await withTenant(clinic.tenant, (tx) =>
        changeRecords(tx, clinic.tenant, table, sql`SELECT gen_random_uuid() AS id`),
      );
      const [status, etag, text] = await readKept();
      expect([status, text]).toEqual([first[0], first[2]]);
      expect(etag).not.toBe(first[1]);
    },
  );

  /**
   * The recursive parts of following merged patients name themselves. A search by name asks whether the names that are kept in
   * memory are of the version that was read first, and reads what is stored together with the patients to look them up.
   */
  const BESIDE = new Set(["followed", "family", "record_version", "patient_name"]);

  it.each(validated)(
    "$name reads its version first, no table but those that it names, and no clock",
    async ({ query, route }) => {
      const named = new Set(query.reads?.map(getTableName));
      const answers = requestsOf(query).map((parameters) => () => get(route, clinic.headers, parameters));
      for (const answer of answers) {
        const [reads = [], ...others] = (await sentForRecords(answer)).filter(isRead);
        expect(others).toEqual([]);
        // A parameter that is refused is refused before.
        if (reads.length > 0) expect(reads[0]).toContain('from "record_version"');
        for (const text of reads.slice(1)) {
          const tables = [...text.matchAll(/\b(?:from|join)\s+(?!lateral\b)"?([a-z_]+)"?/gi)].map(
            ([, table = ""]) => table,
          );
          expect(
            tables.filter((table) => !named.has(table) && !BESIDE.has(table)),
            text,
          ).toEqual([]);
          expect(text).not.toMatch(/\bnow\(|\bcurrent_(date|time)|clock_timestamp|statement_timestamp/i);
        }
      }
    },
  );
});

describe("the ETag changes with what it stands for", () => {
  beforeEach(async () => {
    clinic = await openFullClinic(database);
  });

  it("after a sync that finds changed records, and not after one that finds none", { tags: "long" }, async () => {
    const sync = () => syncAccount(clinic.tenant);
    expect(
      await changedBy(async () => {
        await drift();
        await sync();
      }),
    ).toEqual(expect.arrayContaining(["GET /appointments", "GET /claims", "GET /patients", "GET /referrals"]));
    const before = await states();
    await sync();
    // The settings hold the time of their sync, and the lists of times their time zone.
    const ofSettings = new Set(["GET /settings", "GET /appointments", "GET /appointments/{id}", "GET /availability"]);
    const after = await states();
    const tagsOf = (all: Map<string, State>) =>
      [...all].flatMap(([name, { etag }]) => (ofSettings.has(name) ? [] : [[name, etag]]));
    expect(tagsOf(after)).toEqual(tagsOf(before));
  });

  it("after a page that says what was deleted, and a complete reading that lacks records", {
    tags: "long",
  }, async () => {
    const context = { emrType: "sandbox", capabilities: new Set<Capability>(), accepted: true };
    const page = { records: [], faulty: [], deleted: ["PAT-1"] };
    const changed = await changedBy(() =>
      withTenant(clinic.tenant, (tx) =>
        storePage(tx, clinic.tenant, syncedPatients, page, { asOf: 1e9, whole: false, context }),
      ),
    );
    expect(changed).toEqual(expect.arrayContaining(["GET /patients", "GET /appointments", "GET /claims"]));
  });

  it("after two patients were merged", { tags: "long" }, async () => {
    const context = { emrType: "sandbox", capabilities: new Set<Capability>(), accepted: false };
    const merged = fakePatient(1, { ehrId: "PAT-1", mrn: "MRN-1", mergedInto: "PAT-2" });
    const changed = await changedBy(() =>
      withTenant(clinic.tenant, (tx) =>
        syncedPatients.store(tx, clinic.tenant, { records: [merged], asOf: 1e9 }, context),
      ),
    );
    expect(changed).toEqual(expect.arrayContaining(["GET /patients", "GET /patients/{mrn}"]));
  });

  it("after the account's settings were changed by an admin", { tags: "long" }, async () => {
    const admin = await signIn(clinic, "admin");
    const changed = await changedBy(() =>
      ask(routeOf("PATCH", "/linked-accounts/{id}"), {
        headers: { ...admin, "content-type": "application/json" },
        params: { id: clinic.tenant.linkedAccountId },
        body: JSON.stringify({ switch_off: ["payments:create"] }),
      }),
    );
    expect(changed).toEqual(["GET /settings"]);
  });

  /** Deletions concern no synchronized record, and the new token of an account would end the test's credentials. */
  const writes = describedRoutes
    .map((route) => ({ name: `${route.method} ${route.path}`, route }))
    .filter(({ name, route }) => isWrite(route) && !/^DELETE|rotate-token$/.test(name));

  it("after every kind of write, once it is accepted and once it is completed", { tags: "long" }, async () => {
    const jobs = jobsOf(database, () => clinic);
    const changed = new Map<string, string[]>();
    let before = await states();
    for (const { name, route } of writes) {
      await drift();
      const body = clinic.bodyOf(route);
      const answer = await ask(route, {
        headers: clinic.headersFor(route),
        params: clinic.paramsOf(route.path),
        body: JSON.stringify(body ?? {}),
      });
      const { job_id, job_execution_id } = JSON.parse(answer.text);
      if (answer.status === 202 && (job_id ?? job_execution_id)) await jobs.run(Number(job_id ?? job_execution_id));
      const after = await states();
      const reads = changedBetween(before, after);
      before = after;
      if (reads.length > 0) changed.set(name, reads);
    }
    expect(Object.fromEntries(changed)).toEqual({
      "PATCH /appointments": ["GET /appointments", "GET /appointments/{id}"],
      "PATCH /appointments/ehr/{emr_appointment_id}": ["GET /appointments", "GET /appointments/{id}"],
      "PATCH /appointments/{id}": ["GET /appointments", "GET /appointments/{id}"],
      // Appointments show the patient's phone.
      "PATCH /patients/{mrn}": ["GET /appointments", "GET /appointments/{id}", "GET /patients", "GET /patients/{mrn}"],
      "PATCH /providers/ehr/{ehr_id}": ["GET /providers"],
      "PATCH /providers/{id}": ["GET /providers"],
      "PATCH /referrals/{id}": ["GET /referrals", "GET /referrals/{id}"],
      "PATCH /settings": ["GET /settings"],
      "POST /appointments": ["GET /appointments"],
      "POST /appointments/{id}/cancel": ["GET /appointments", "GET /appointments/{id}"],
      "POST /claims/fetch": ["GET /claims"],
      "POST /documents": ["GET /documents"],
      // And what the EMR has changed of the providers and their lists.
      "POST /org-settings/fetch": expect.arrayContaining(["GET /settings"]),
      "POST /patients": ["GET /patients"],
      "POST /recalls/{id}/actions": ["GET /recalls", "GET /recalls/{id}"],
      "POST /referrals": ["GET /referrals"],
    });
  });

  it("for each caller by organization, account, permissions and the view's patient", { tags: "long" }, async () => {
    const other = await openFullClinic(database);
    const sibling = await makeSibling(clinic);
    const [staff, admin] = [await signIn(clinic, "staff"), await signIn(clinic, "admin")];
    for (const { route, name } of validated.filter(({ route: { path } }) => !path.includes("{"))) {
      const callers = [clinic.headers, other.headers, sibling.headers, staff, admin];
      const tags = await Promise.all(callers.map(async (headers) => (await get(route, headers)).headers.get("etag")));
      const given = tags.filter((tag) => tag !== null);
      expect(new Set(given).size, name).toBe(given.length);
      const answers = await Promise.all(
        callers.flatMap((headers, index) =>
          given.filter((tag) => tag !== tags[index]).map((tag) => get(route, { ...headers, "if-none-match": tag })),
        ),
      );
      expect(
        answers.filter(({ status }) => status === 304),
        name,
      ).toEqual([]);
    }
  });

  it("for an embedded view by its patient, and not at all if the record that it names may be another one's", {
    tags: "long",
  }, async () => {
    const write = (path: string, body: Record<string, unknown>) =>
      ask(routeOf("POST", path), { headers: clinic.headers, body: JSON.stringify(body) });
    const viewOf = async (parameters: Record<string, string>) => {
      const common = { view: "appointments", origin: "https://portal.example", actor: { id: "7", name: "Robin" } };
      const permissions = ["appointments:read", "recalls:read", "referrals:read"];
      const { text } = await write("/embed/sessions", { ...common, parameters, permissions });
      return { authorization: `Bearer ${JSON.parse(text).token}` };
    };
    const [one, two, all] = [
      await viewOf({ patient_mrn: "MRN-1" }),
      await viewOf({ patient_mrn: "MRN-2" }),
      await viewOf({}),
    ];
    const appointments = routeOf("GET", "/appointments");
    const tags = [];
    for (const headers of [one, two, all, clinic.headers])
      tags.push((await get(appointments, headers)).headers.get("etag"));
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags.slice(1))
      expect((await get(appointments, { ...one, "if-none-match": tag ?? "" })).status).toBe(200);
    expect((await get(appointments, { ...one, "if-none-match": tags[0] ?? "" })).status).toBe(304);
    for (const path of ["/appointments/{id}", "/recalls/{id}", "/referrals/{id}"]) {
      const answers = await Promise.all(
        [one, two].map((headers) => get(routeOf("GET", path), { ...headers, "if-none-match": "*" })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(answers.map(({ headers }) => headers.get("etag"))).toEqual([null, null]);
    }
  });

  it("with changes that two transactions make at the same time, neither of which waits for the other", {
    tags: "long",
  }, async () => {
    const change = (emrId: string, reason: string) => (tx: Parameters<Parameters<typeof withTenant>[1]>[0]) =>
      changeRecords(
        tx,
        clinic.tenant,
        appointment,
        tx
          .update(appointment)
          .set({ reason })
          .where(eq(appointment.emrAppointmentId, emrId))
          .returning({ id: appointment.id }),
      );
    const route = routeOf("GET", "/appointments");
    const tag = async () => (await get(route)).headers.get("etag");
    const tags = [await tag()];
    await withTenant(clinic.tenant, async (tx) => {
      await change("APT-1", "first")(tx);
      await withTenant(clinic.tenant, change("APT-2", "second"));
      tags.push(await tag());
    });
    tags.push(await tag());
    expect(new Set(tags).size).toBe(3);
  });

  it("never with a change that was rolled back", { tags: "long" }, async () => {
    const before = await states();
    const failing = withTenant(clinic.tenant, async (tx) => {
      await changeRecords(tx, clinic.tenant, appointment, tx.delete(appointment).returning({ id: appointment.id }));
      throw new Error("the process dies here");
    });
    await expect(failing).rejects.toThrow("dies");
    expect(await states()).toEqual(before);
  });
});
