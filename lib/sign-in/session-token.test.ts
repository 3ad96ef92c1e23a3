import { expect, it } from "vitest";
import { readSessionToken } from "./session-token.ts";

const HOUR = 3_600;
const session = { sessionId: "s", userId: "u", organizationId: "o", sessionVersion: 1, signedInAt: 1_000_000 };

it("expires twelve hours after sign-in, however often it was renewed", () => {
  const at = (seconds: number) =>
    readSessionToken({ ...session, iat: 1_000_000 + seconds }, (1_000_000 + seconds) * 1_000);
  expect(at(12 * HOUR - 1)).toEqual(session);
  expect(at(12 * HOUR)).toBeNull();
});

it("is invalid without any of its parts", () => {
  expect(readSessionToken(null)).toBeNull();
  for (const part of Object.keys(session)) {
    expect(readSessionToken({ ...session, [part]: undefined }, 1_000_000_000)).toBeNull();
  }
});
