import { describe, expect, it } from "vitest";
import { DEMO } from "#lib/demo/demo";
import { addDays } from "#lib/kernel/dates";
import { practiceOf } from "./practice.ts";

const TODAY = "2026-11-20";
const NOW = `${TODAY}T11:30`;
const accounts = DEMO.flatMap((organization) => organization.accounts);
const practices = accounts.map((account) => practiceOf(account, NOW));
const [main, , lakeside] = practices;
if (!main || !lakeside) throw new Error("The demo has four practices");

/** Returns whether an NPI is valid: Luhn over "80840" and its ten digits. */
function isNpi(npi: string): boolean {
  const sum = [...`80840${npi}`].reverse().reduce((total, digit, place) => {
    const weighed = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return /^\d{10}$/.test(npi) && sum % 10 === 0;
}

describe("the demo's records", () => {
  it("are the same for the same day", { tags: "long" }, () => {
    expect(accounts.map((account) => practiceOf(account, NOW))).toEqual(practices);
  });

  it("have the same people on another day, at the same age", () => {
    const [account] = accounts;
    const later = account && practiceOf(account, `${addDays(TODAY, 30)}T11:30`);
    expect(later?.patients.map(({ mrn, firstName, lastName }) => [mrn, firstName, lastName])).toEqual(
      main.patients.map(({ mrn, firstName, lastName }) => [mrn, firstName, lastName]),
    );
    expect(later?.patients[0]?.dob).toBe(addDays(main.patients[0]?.dob ?? "", 30));
  });

  it("are as many as the demo promises (decisions §10)", () => {
    expect(DEMO.map(({ accounts }) => accounts.map(({ kind }) => kind))).toEqual([
      ["sandbox", "sandbox_basic"],
      ["sandbox", "sandbox_basic"],
    ]);
    expect(main.patients).toHaveLength(1_500);
    expect(main.providers).toHaveLength(12);
    expect(main.locations).toHaveLength(4);
    expect(main.appointments.length).toBeGreaterThan(5_500);
    expect(main.appointments.length).toBeLessThan(6_600);
    expect(main.claims).toHaveLength(2_000);
    expect(main.referrals).toHaveLength(300);
    expect(main.staff).toHaveLength(40);
    expect(main.referringProviders).toHaveLength(60);
    for (const type of ["lab", "imaging", "procedure"]) {
      expect(main.catalog.filter((item) => item.type === type).length).toBeGreaterThanOrEqual(40);
    }
  });

  it.each(["mrn", "ehrId"] as const)("share no %s between patients or practices", (key) => {
    const all = practices.flatMap(({ patients }) => patients.map((patient) => patient[key]));
    expect(new Set(all).size).toBe(all.length);
  });

  it("are of people who could be", () => {
    const [mainPatients, lakePatients] = [main.patients, lakeside.patients];
    for (const patient of practices.flatMap(({ patients }) => patients)) {
      expect((patient.dob ?? "9") < TODAY).toBe(true);
      expect(patient.phone).toMatch(/^\d{3}-555-\d{4}$/);
      expect(patient.email).toMatch(/^$|^[a-z]+\.[a-z]+\d+@example\.com$/);
    }
    expect(lakePatients.every(({ dob }) => (dob ?? "") > addDays(TODAY, -19 * 366))).toBe(true);
    const names = new Set(mainPatients.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
    expect(names.size).toBeGreaterThan(900);
    for (const { npi, ehrId } of practices.flatMap(({ providers }) => providers)) {
      expect(isNpi(npi), npi).toBe(true);
      expect(ehrId).toMatch(/^\d+$/);
    }
  });

  it("have a schedule on the days around today, today included, without overlaps", { tags: "long" }, () => {
    for (const { appointments, patients, providers, locations, visitStatuses } of practices) {
      const days = new Set(appointments.map(({ startsAt }) => startsAt.slice(0, 10)));
      expect([...days].sort()).toEqual(Array.from({ length: 42 }, (_, index) => addDays(TODAY, index - 21)));
      expect(new Set(appointments.map(({ category }) => category)).size).toBe(3);
      expect(new Set(appointments.map(({ id }) => id)).size).toBe(appointments.length);

      const known = new Set([...patients.map(({ ehrId }) => ehrId), null]);
      const active = new Set(providers.filter(({ status }) => status === "active").map(({ ehrId }) => ehrId));
      const places = new Set(locations.map(({ emrId }) => emrId));
      const codes = new Set([...visitStatuses.map(({ code }) => code), null]);
      const busyUntil = new Map<string, number>();
      for (const row of appointments) {
        expect([known.has(row.patientId), active.has(row.providerId), places.has(row.locationId)]).not.toContain(false);
        expect(codes.has(row.status)).toBe(true);
        const start = Date.parse(`${row.startsAt}Z`) / 60_000;
        expect(start).toBeGreaterThanOrEqual(busyUntil.get(row.providerId) ?? 0);
        busyUntil.set(row.providerId, start + row.durationMinutes);
      }
    }
  });
});
