import { afterEach, describe, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { isSameOrigin } from "./same-origin.ts";

const reachedAt = (address: string | undefined) => {
  if (address === undefined) delete process.env.PUBLIC_URL;
  else process.env.PUBLIC_URL = address;
  forgetSingleton("environment");
};

afterEach(() => reachedAt(undefined));

const asked = (origin: string | null, host: string) =>
  isSameOrigin(new Headers({ host, ...(origin === null ? {} : { origin }) }));

describe("a request with a session", () => {
  it.each([
    ["https://records.example", "https://records.example", "records.example", true],
    // A proxy may send its own host name.
    ["https://records.example", "https://records.example", "console.internal:3000", true],
    // An attacker on the network path can forge pages of a plain-http origin.
    ["https://records.example", "http://records.example", "records.example", false],
    ["https://records.example", "http://console.internal:3000", "console.internal:3000", false],
    // The caller chooses the header Host.
    ["https://records.example", "https://console.internal", "console.internal", false],
    ["https://records.example", "https://records.example:8443", "records.example:8443", false],
    ["http://records.example", "https://records.example", "records.example", false],
    ["http://records.example", "http://records.example", "records.example", true],
    [undefined, "http://127.0.0.1:3000", "127.0.0.1:3000", true],
    [undefined, "https://127.0.0.1:3000", "127.0.0.1:3000", false],
    [undefined, "http://127.0.0.1:3001", "127.0.0.1:3000", false],
    [undefined, "http://127.0.0.1:3000.evil.example", "127.0.0.1:3000", false],
    [undefined, "null", "127.0.0.1:3000", false],
    [undefined, null, "127.0.0.1:3000", false],
  ])("for a console at %s: from %s to %s is %s", (address, origin, host, own) => {
    reachedAt(address);
    expect(asked(origin, host)).toBe(own);
  });
});
