import { beforeAll, describe, expect, it } from "vitest";
import { GET as FILE } from "#app/v1/downtime-packets/[id]/route.ts";
import { PUT as SET_PASSPHRASE } from "#app/v1/downtime-packets/passphrase/route.ts";
import { GET as LIST, POST } from "#app/v1/downtime-packets/route.ts";
import { GET as SHEET } from "#app/v1/downtime-packets/sheet/route.ts";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { dueDay, makeEveningPackets } from "#lib/jobs/downtime/evening-packets";
import { todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSPHRASE = "blue heron at the lake";
const ZONE = "America/New_York";

let clinic: TestAccount;
let admin: Record<string, string>;
let staff: Record<string, string>;

beforeAll(async () => {
  clinic = await openClinic();
  [admin, staff] = [await signIn(clinic, "admin"), await signIn(clinic, "staff")];
});

const sheet = (day: string, headers = staff) => call(SHEET, "GET", `/downtime-packets/sheet?day=${day}`, { headers });
const list = async (headers = staff) => (await call(LIST, "GET", "/downtime-packets", { headers })).body;
const make = (day: string, headers = staff) => call(POST, "POST", "/downtime-packets", { headers, body: { day } });
const setPassphrase = (passphrase: string, headers = admin) =>
  call(SET_PASSPHRASE, "PUT", "/downtime-packets/passphrase", { headers, body: { passphrase } });

/** Downloads a packet. Returns its status, headers and text. */
async function download(id: string, headers: Record<string, string> = staff) {
  const address = `http://127.0.0.1:3000/v1/downtime-packets/${id}`;
  const answer = await FILE(new Request(address, { headers }), { params: Promise.resolve({ id }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Decrypts a file as its page does. Throws if the passphrase is wrong. */
async function opened(page: string, passphrase: string) {
  const [, json = ""] = /<script id="sealed" type="application\/json">(.*?)<\/script>/.exec(page) ?? [];
  const { salt, iv, iterations, content } = JSON.parse(json);
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
  const base = await crypto.subtle.importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, [
    "deriveKey",
  ]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt: bytes(salt), iterations };
  const key = await crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes(iv) }, key, bytes(content));
  return JSON.parse(new TextDecoder().decode(plain));
}

/** Moves an appointment of the practice to noon of a day, in the clinic's zone. Returns its patient's MRN. */
async function oneAppointmentOn(day: string): Promise<string> {
  const [moved] = await database.asOwner<{ mrn: string }>(
    `UPDATE appointment SET starts_at = ($1::date + time '12:00') AT TIME ZONE $2
     WHERE id = (SELECT id FROM appointment WHERE linked_account_id = $3 AND category = 'appointment'
       AND patient_mrn IS NOT NULL ORDER BY id LIMIT 1) RETURNING patient_mrn AS mrn`,
    [day, ZONE, clinic.tenant.linkedAccountId],
  );
  if (!moved) throw new Error("The practice has no appointment");
  return moved.mrn;
}

describe("the sheet", () => {
  it("has the day's appointments with phone numbers, and says as of when and what is not held", async () => {
    const mrn = await oneAppointmentOn("2031-05-06");
    const { status, body } = await sheet("2031-05-06");
    expect(status).toBe(200);
    const [{ phone = "" } = {}] = await database.asOwner<{ phone: string }>(
      "SELECT phone FROM patient WHERE linked_account_id = $1 AND mrn = $2",
      [clinic.tenant.linkedAccountId, mrn],
    );
    expect(phone).not.toBe("");
    expect(body.sheet.appointments).toEqual([
      expect.objectContaining({ patient_mrn: mrn, patient_phone: phone, datetime: "2031-05-06T12:00:00-04:00" }),
    ]);
    expect(body.sheet.as_of.map(({ kind }: { kind: string }) => kind)).toEqual([
      "appointments",
      "patients",
      "referrals",
      "recalls",
    ]);
    for (const { synced_at } of body.sheet.as_of) expect(synced_at).not.toBeNull();
    expect(body.sheet.not_held).toContain("allergies");
    expect(body.sheet.cut).toEqual([]);
  });

  it("has visits that began before its day and last into it", async () => {
    const mrn = await oneAppointmentOn("2031-05-06");
    const last = (minutes: number) =>
      database.asOwner("UPDATE appointment SET duration = $1 WHERE linked_account_id = $2 AND starts_at = $3", [
        minutes,
        clinic.tenant.linkedAccountId,
        "2031-05-06T16:00:00Z",
      ]);
    const on = async (day: string) =>
      (await sheet(day)).body.sheet.appointments.map(({ patient_mrn }: { patient_mrn: string }) => patient_mrn);
    expect(await on("2031-05-07")).toEqual([]);
    await last(12 * 60 + 1);
    expect([await on("2031-05-06"), await on("2031-05-07"), await on("2031-05-08")]).toEqual([[mrn], [mrn], []]);
    await last(4 * 1_440);
    expect([await on("2031-05-10"), await on("2031-05-11")]).toEqual([[mrn], []]);
    await last(20);
  });

  it("has open recalls and the referrals that have not ended", async () => {
    const account = clinic.tenant.linkedAccountId;
    await database.asOwner("UPDATE referral SET end_date = NULL WHERE linked_account_id = $1", [account]);
    const [referral] = await database.asOwner<{ id: string }>(
      "SELECT id FROM referral WHERE linked_account_id = $1 LIMIT 1",
      [account],
    );
    const setStatus = (status: string | null) =>
      database.asOwner("UPDATE referral SET status = $2 WHERE id = $1", [referral?.id, status]);
    const counts = async () => {
      const { referrals, recalls } = (await sheet("2031-05-06")).body.sheet;
      return { referrals: referrals.length, recalls: recalls.length };
    };
    await setStatus(null);
    const open = await counts();
    expect(open.referrals).toBeGreaterThan(0);
    expect(open.recalls).toBeGreaterThan(0);
    await setStatus("A label that nobody knows");
    expect(await counts()).toEqual(open);
    for (const status of ["Completed", "Cancelled by patient"]) {
      await setStatus(status);
      expect(await counts(), status).toEqual({ ...open, referrals: open.referrals - 1 });
    }
    await setStatus(null);
    await database.asOwner("UPDATE referral SET end_date = '2031-05-05' WHERE id = $1", [referral?.id]);
    expect(await counts()).toEqual({ ...open, referrals: open.referrals - 1 });
  });

  it("is answered while the EMR is out, to this account alone, and each request is in the audit log", async () => {
    await changeBehavior(clinic.tenant.linkedAccountId, { outage: true });
    expect((await sheet("2031-05-06", clinic.headers)).body.sheet.appointments).toHaveLength(1);
    await changeBehavior(clinic.tenant.linkedAccountId, { outage: false });
    const sibling = await makeSibling(clinic);
    const other = await openClinic();
    for (const { headers } of [sibling, other]) {
      expect((await sheet("2031-05-06", headers)).body.sheet.appointments).toEqual([]);
    }
    const entries = await database.asOwner<{ route: string }>(
      "SELECT route FROM audit_log WHERE linked_account_id = $1 AND action = 'downtime-packets:read' AND route LIKE '%sheet'",
      [clinic.tenant.linkedAccountId],
    );
    expect(entries.length).toBeGreaterThanOrEqual(5);
  });

  it("refuses a day that does not exist", async () => {
    expect(await sheet("2031-02-30")).toMatchObject({
      status: 400,
      body: { message: "day must be a date that exists, YYYY-MM-DD" },
    });
  });
});

describe("a packet", () => {
  it("is refused until an admin has set a passphrase, which is stored sealed", { tags: "long" }, async () => {
    const account = await openClinic();
    const [someone, owner] = [await signIn(account, "staff"), await signIn(account, "admin")];
    expect((await list(someone)).passphrase_set).toBe(false);
    expect(await make("2031-05-06", someone)).toMatchObject({
      status: 409,
      body: { message: "An admin must set the downtime passphrase first; nothing was created" },
    });
    expect((await setPassphrase(PASSPHRASE, someone)).status).toBe(403);
    expect(await setPassphrase("too short", owner)).toMatchObject({
      status: 400,
      body: { message: "passphrase must have at least 12 characters" },
    });
    expect((await setPassphrase(PASSPHRASE, owner)).status).toBe(200);
    expect((await list(someone)).passphrase_set).toBe(true);
    const [row] = await database.asOwner<{ row: string }>(
      "SELECT to_jsonb(a)::text AS row FROM linked_account a WHERE id = $1",
      [account.tenant.linkedAccountId],
    );
    expect(row?.row).not.toContain(PASSPHRASE);
    expect((await make("2031-05-06", someone)).status).toBe(201);
  });

  it("opens with the passphrase alone, and names no patient without it", { tags: "long" }, async () => {
    const mrn = await oneAppointmentOn("2031-05-07");
    await setPassphrase(PASSPHRASE);
    const { status, body } = await make("2031-05-07");
    expect([status, body.downtime_packet]).toMatchObject([201, { day: "2031-05-07", made: "asked" }]);
    const file = await download(body.downtime_packet.id);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toContain("downtime-packet-2031-05-07.html");
    expect(Number(file.headers.get("content-length"))).toBe(body.downtime_packet.size);
    expect(file.text).not.toContain(mrn);
    await expect(opened(file.text, `${PASSPHRASE}!`)).rejects.toThrow();
    const text = await opened(file.text, PASSPHRASE);
    expect(text.title).toContain("Wednesday, May 7, 2031");
    expect(text.sections[0]).toMatchObject({ title: "Appointments: 1" });
    expect(text.sections[0].rows[0]).toEqual(expect.arrayContaining(["12:00 PM", expect.stringContaining(`(${mrn})`)]));
    const [entry] = await database.asOwner<{ name: string }>(
      "SELECT actor ->> 'name' AS name FROM audit_log WHERE route = 'GET /downtime-packets/{id}' AND resource = $1",
      [body.downtime_packet.id],
    );
    expect(entry).toEqual({ name: "Pat" });
  });

  it("is unknown to other accounts", async () => {
    await setPassphrase(PASSPHRASE);
    const { id } = (await make("2031-05-07")).body.downtime_packet;
    for (const { headers } of [await makeSibling(clinic), await makeLinkedAccount()]) {
      expect((await download(id, headers)).status).toBe(404);
    }
    expect((await download("nothing")).status).toBe(404);
  });
});

describe("the evening", () => {
  it.each([
    ["2026-07-01T21:59:59Z", null],
    ["2026-07-01T22:00:00Z", "2026-07-02"],
    ["2026-07-02T03:59:59Z", "2026-07-02"],
    ["2026-07-02T04:00:00Z", null],
    // The clock goes back at 02:00 of the next day.
    ["2026-10-31T22:00:00Z", "2026-11-01"],
  ])("at %s makes the packet of %s", (now, day) => {
    expect(dueDay(new Date(now), ZONE)).toBe(day);
  });

  it("makes one packet of the next day in all processes, and forgets those of last week", {
    tags: "long",
  }, async () => {
    const account = await openClinic();
    const headers = await signIn(account, "admin");
    const evening = new Date(`${todayIn(ZONE)}T23:30:00Z`);
    await makeEveningPackets(evening);
    expect((await list(headers)).downtime_packets).toEqual([]);
    await setPassphrase(PASSPHRASE, headers);
    await Promise.all([makeEveningPackets(evening), makeEveningPackets(evening)]);
    await makeEveningPackets(evening);
    const [packet, ...others] = (await list(headers)).downtime_packets;
    expect([packet?.made, packet?.day, others]).toEqual(["evening", dueDay(evening, ZONE), []]);
    await database.asOwner("UPDATE downtime_packet SET created_at = now() - interval '8 days' WHERE id = $1", [
      packet?.id,
    ]);
    await make("2031-05-06", headers);
    expect((await list(headers)).downtime_packets).toMatchObject([{ made: "asked" }]);
  });
});
