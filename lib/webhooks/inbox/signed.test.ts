import { afterEach, expect, it, vi } from "vitest";
import { learnTime } from "#lib/kernel/clock";
import { forgetSingleton } from "#lib/kernel/singleton";
import { signatureHeaders } from "#lib/webhooks/deliveries/sign";
import { isSigned } from "./signed.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
const BODY = '{"id":"a"}';
const MINUTE_MS = 60_000;

const headers = (at: number, secrets = [SECRET]) =>
  new Headers(signatureHeaders({ id: "a", at: new Date(at), body: BODY, secrets }));

afterEach(() => {
  vi.useRealTimers();
  forgetSingleton("clock");
});

it("takes what was signed with the secret within five minutes, beside a further signature", () => {
  const now = Date.now();
  for (const at of [now, now - 4 * MINUTE_MS, now + 4 * MINUTE_MS])
    expect(isSigned(SECRET, BODY, headers(at))).toBe(true);
  expect(isSigned(SECRET, BODY, headers(now, [OTHER, SECRET]))).toBe(true);
});

it("refuses another secret, body, id or time, and headers that are none", () => {
  const now = Date.now();
  expect(isSigned(OTHER, BODY, headers(now))).toBe(false);
  expect(isSigned(SECRET, `${BODY} `, headers(now))).toBe(false);
  for (const at of [now - 6 * MINUTE_MS, now + 6 * MINUTE_MS]) expect(isSigned(SECRET, BODY, headers(at))).toBe(false);
  for (const [name, value] of [
    ["id", "b"],
    ["timestamp", "1e9"],
    ["timestamp", ""],
    ["signature", "v1,"],
  ] as const) {
    const changed = headers(now);
    changed.set(`webhook-${name}`, value);
    expect(isSigned(SECRET, BODY, changed)).toBe(false);
  }
  expect(isSigned(SECRET, BODY, new Headers())).toBe(false);
});

it.each([-20, 20])("judges by the database's clock in a process whose own differs by %i minutes", (minutes) => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + minutes * MINUTE_MS });
  learnTime(now, now);
  expect(isSigned(SECRET, BODY, headers(now))).toBe(true);
  expect(isSigned(SECRET, BODY, headers(now + minutes * MINUTE_MS))).toBe(false);
});
