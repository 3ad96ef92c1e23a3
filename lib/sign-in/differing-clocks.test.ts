import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { POST as begin } from "#app/api/second-factor/begin/route.ts";
import { POST as enrol } from "#app/api/second-factor/enrol/route.ts";
import { POST as prove } from "#app/api/second-factor/prove/route.ts";
import { readClock } from "#lib/db/clock";
import { organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { forgetSingleton } from "#lib/kernel/singleton";
import { ADA, CONSOLE, clinicWithProvider } from "#lib/testing/clinic-with-provider";
import { changePerson } from "#lib/testing/people";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { hashPassword } from "./password.ts";
import { removeFactors } from "./second-factor/factors.ts";
import { openSession, sealSession } from "./session-cookie.ts";
import { sessionUser } from "./session-user.ts";
import { openTicket, sealTicket } from "./ticket.ts";

// Each request of a sign-in may meet another process, whose own clock is minutes ahead of or behind the one before.

const clinic = clinicWithProvider();
const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;
const tenant = () => ({ organizationId: clinic.organizationId(), linkedAccountId: null });

/** Lets the next requests meet a process whose own clock differs from the database's, which it has read. */
async function meet(minutes: number): Promise<void> {
  vi.useRealTimers();
  forgetSingleton("clock");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * MINUTE_MS });
  await readClock();
}

async function databaseSeconds(): Promise<number> {
  const [row] = await clinic.database.asOwner<{ now: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::int AS now",
  );
  return row?.now ?? 0;
}

/** The code of an app on a phone whose clock is right, `later` steps of 30 s from now. */
const codeOf = async (secret: string, later = 0): Promise<string> =>
  generateSync({ secret, epoch: (await databaseSeconds()) + later * 30 });

const isIn = async (browser: SignInBrowser) =>
  (await sessionUser(new Headers({ cookie: browser.console.header })))?.id === clinic.userId;

beforeEach(async () => {
  await changePerson(clinic.organizationId(), clinic.userId, { passwordHash: await hashPassword(PASSWORD) });
  await withTenant(tenant(), (tx) => removeFactors(tx, clinic.userId));
  await withTenant(tenant(), (tx) => tx.update(organization).set({ requiresSecondFactor: true }));
});
afterEach(() => {
  vi.useRealTimers();
  forgetSingleton("clock");
});

describe.each([
  ["20 minutes behind, then ahead", -20, 20],
  ["20 minutes ahead, then behind", 20, -20],
])("processes %s", (_name, first, second) => {
  it("carry a sign-in with a second factor together, and keep the session", async () => {
    const browser = new SignInBrowser(CONSOLE);
    await meet(first);
    expect(await browser.signInByPassword(ADA, PASSWORD)).toBe(200);
    await meet(second);
    const { enrolment, totp } = (await browser.post(begin, { kind: "totp" })).body as {
      enrolment: string;
      totp: { secret: string };
    };
    await meet(first);
    const enrolled = await browser.post(enrol, { enrolment, code: await codeOf(totp.secret) });
    expect(enrolled.status).toBe(200);
    await meet(second);
    expect(await isIn(browser)).toBe(true);

    // Later, with the app: the step that one process notes is none to come for the other.
    const again = new SignInBrowser(CONSOLE);
    await clinic.database.asOwner("UPDATE second_factor SET last_step = 0 WHERE kind = 'totp'");
    await meet(first);
    expect(await again.signInByPassword(ADA, PASSWORD)).toBe(200);
    await meet(second);
    expect((await again.post(prove, { code: await codeOf(totp.secret) })).status).toBe(200);
    await meet(first);
    expect(await isIn(again)).toBe(true);
  });

  it("accept no code of an app from minutes ago", async () => {
    const browser = new SignInBrowser(CONSOLE);
    expect(await browser.signInByPassword(ADA, PASSWORD)).toBe(200);
    const { enrolment, totp } = (await browser.post(begin, { kind: "totp" })).body as {
      enrolment: string;
      totp: { secret: string };
    };
    for (const [minutes, steps] of [
      [first, first * 2],
      [second, second * 2],
    ] as const) {
      await meet(minutes);
      const { status } = await browser.post(enrol, { enrolment, code: await codeOf(totp.secret, steps) });
      expect(status).toBe(400);
    }
  });

  it("end a session's cookie and a ticket at the same time", async () => {
    const contents = z.object({ of: z.string() });
    await meet(first);
    const [lasting, ended] = [await sealSession({}, 60), await sealSession({}, -60)];
    const tickets = [await sealTicket("choice", { of: "a" }, 60), await sealTicket("choice", { of: "b" }, -60)];
    await meet(second);
    expect([await openSession(lasting), await openSession(ended)]).toEqual([expect.anything(), null]);
    expect(await Promise.all(tickets.map((each) => openTicket("choice", contents, each)))).toEqual([{ of: "a" }, null]);
  });

  it.each([
    ["takes one that stands", 300, false],
    ["refuses one that is over", -300, true],
  ])("judge an id token by the same time: %s", async (_case, seconds, isRefused) => {
    await withTenant(tenant(), (tx) => tx.update(organization).set({ requiresSecondFactor: false }));
    const now = await databaseSeconds();
    clinic.provider().change((_token, claims, sign) => sign({ ...claims, iat: now - 600, exp: now + seconds }));
    const browser = new SignInBrowser(CONSOLE);
    await meet(first);
    const left = await browser.leave();
    // The provider of the test runs in this process, and has its clock: only the id token is of the true time.
    await meet(second);
    const back = await browser.signInThere(left, ADA);
    const location = (await browser.comeBack(back)).headers.get("location") ?? "";
    expect(location.includes("refused")).toBe(isRefused);
  });
});
