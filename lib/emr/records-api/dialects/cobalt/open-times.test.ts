/** @module-tag long */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as listAvailability } from "#app/v1/availability/route.ts";
import { GET as listAccounts } from "#app/v1/linked-accounts/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { ask } from "#lib/testing/hosted/asked";
import { ZONE } from "#lib/testing/hosted/clinic";
import { linkHosted } from "#lib/testing/hosted/linked-hosted";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { FIRST_VARIANTS, VARIANTS } from "#lib/testing/hosted/variants";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));
let server: HostedServer;
let clinic: TestAccount;

beforeEach(async () => {
  server = await startHostedServer({ patients: 3 });
});
afterEach(() => server.stop());

const today = () => todayIn(ZONE);
const days = (from = 0, to = 13) => `start_date=${addDays(today(), from)}&end_date=${addDays(today(), to)}`;

interface Open {
  datetime: string;
  duration: number;
  provider_ehr_id: string;
  location_id: string;
  emr_appointment_id: string;
}

async function shown(query = days()): Promise<Open[]> {
  const { status, body } = await call(listAvailability, "GET", `/availability?limit=1000&${query}`, {
    headers: clinic.headers,
  });
  expect(status).toBe(200);
  return body.availability;
}

/** The open times of the service itself, as it calculates them. */
async function calculated(query = days()) {
  const { body } = await ask(server, `/availability?${query}`);
  return body.results.availability as { date: string; range_start: string; provider_id: string; facility_id: string }[];
}

/** The account's kind of visits as GET /linked-accounts shows it. */
const kindOf = async () =>
  (
    await database.asOwner<{ status: string; reason: string | null }>(
      "SELECT status, reason FROM sync_kind WHERE linked_account_id = $1 AND kind = 'appointments'",
      [clinic.tenant.linkedAccountId],
    )
  )[0];

/** Makes the next reading one of the near days, or of all as at night. */
const readAgain = () => syncAccount(clinic.tenant);

describe("open times of a hosted service", () => {
  it.each(VARIANTS.rangeTimes.flatMap((rangeTimes) => VARIANTS.datetime.map((datetime) => ({ rangeTimes, datetime }))))(
    "are shown as the service calculates them, in the clinic's time: %o",
    async (variants) => {
      Object.assign(server.variants, { ...FIRST_VARIANTS, ...variants });
      clinic = await linkHosted(database.asOwner, server);
      Object.assign(server.variants, FIRST_VARIANTS);
      const found = await shown();
      expect(found.length).toBeGreaterThan(0);
      expect(
        found.map(({ datetime, provider_ehr_id, location_id }) => [Date.parse(datetime), provider_ehr_id, location_id]),
      ).toEqual(
        (await calculated()).map(({ range_start, provider_id, facility_id }) => [
          Date.parse(range_start),
          provider_id,
          facility_id,
        ]),
      );
      expect(found[0]).toMatchObject({ duration: 30, appointment_type: "", provider_ehr_id: "101" });
      expect(found[0]?.datetime).toMatch(/T08:00:00-0[45]:00$/);
      expect((await shown(days(60, 61))).length).toBe((await calculated(days(60, 61))).length);
    },
  );

  it("go when they are taken, without a question for each, and the visit that took one stays", async () => {
    clinic = await linkHosted(database.asOwner, server);
    const before = await shown(days(1, 13));
    const [first] = server.clinic.providers;
    // Forty at once: more than a reading asks for one by one.
    const hours = first?.hours as unknown[];
    if (first) first.hours = hours.slice(0, 1);
    const calls = server.ledger.calls("GET", "/availability").length;
    await readAgain();
    const after = await shown(days(1, 13));
    expect(before.length - after.length).toBeGreaterThan(40);
    expect(after.length).toBe((await calculated(days(1, 13))).length);
    expect(server.ledger.calls("GET", "/availability").length - calls).toBe(2);
    const visits = await database.asOwner(
      "SELECT 1 FROM appointment WHERE linked_account_id = $1 AND category = 'appointment'",
      [clinic.tenant.linkedAccountId],
    );
    expect(visits).toHaveLength(5);
    if (first) first.hours = hours;
    await readAgain();
    expect(await shown(days(1, 13))).toHaveLength(before.length);
  });

  it("are gone where the service no longer tells them, and the kind says why; visits are read on", async () => {
    clinic = await linkHosted(database.asOwner, server);
    expect((await shown()).length).toBeGreaterThan(0);
    server.faults.of = (_method, path) =>
      path === "/availability"
        ? { kind: "refused", status: 400, message: "Not supported. Supported EMRs: a, b" }
        : null;
    await server.staffBook({
      ...server.clinic.appointments[0],
      id: "b".repeat(32),
      ehr_id: "APT-9",
      ehr_appointment_id: "APT-9",
      emr_appointment_id: "APT-9",
    });
    await expect(readAgain()).rejects.toThrow("refuses to tell its open times");
    expect(await shown()).toEqual([]);
    expect(await kindOf()).toMatchObject({
      status: "degraded",
      reason: expect.stringContaining("Supported EMRs: a, b"),
    });
    const booked = "SELECT 1 FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-9'";
    expect(await database.asOwner(booked, [clinic.tenant.linkedAccountId])).toHaveLength(1);
    server.faults.of = () => null;
    await readAgain();
    expect((await shown()).length).toBe((await calculated()).length);
    expect(await kindOf()).toMatchObject({ status: "fresh", reason: null });
  });

  it("stay as they are while the service does not answer", async () => {
    clinic = await linkHosted(database.asOwner, server);
    const before = await shown();
    server.faults.of = (_method, path) =>
      path === "/availability" ? { kind: "html", status: 502, isDone: false } : null;
    await expect(readAgain()).rejects.toThrow("502");
    expect(await shown()).toEqual(before);
  });

  it("are declared as lacking where the service has none", async () => {
    server.faults.of = (_method, path) =>
      path === "/availability" ? { kind: "refused", status: 404, message: "Not found" } : null;
    clinic = await linkHosted(database.asOwner, server);
    expect(await shown()).toEqual([]);
    const { body } = await call(listAccounts, "GET", "/linked-accounts", { headers: await signIn(clinic, "admin") });
    expect(JSON.stringify(body)).toContain("are not read: the service does not answer GET /availability");
  });
});
