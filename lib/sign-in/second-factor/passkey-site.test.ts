import { afterEach, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { passkeySite } from "./passkey-site.ts";

function siteOf(publicUrl: string) {
  Object.assign(process.env, { PUBLIC_URL: publicUrl });
  forgetSingleton("environment");
  return passkeySite();
}

afterEach(() => void siteOf(""));

it.each([
  ["https://records.example", "records.example"],
  ["https://records.example:8443", "records.example"],
  ["http://localhost:4000", "localhost"],
])("passkeys work at %s", (origin, rpId) => expect(siteOf(origin)).toEqual({ rpId, origin }));

it("passkeys work at localhost without a public address", () => {
  expect(siteOf("")).toMatchObject({ rpId: "localhost", origin: expect.stringMatching(/^http:\/\/localhost:\d+$/) });
});

it.each(["http://records.example", "http://127.0.0.1:3000", "https://192.0.2.1", "https://[2001:db8::1]"])(
  "browsers allow no passkeys at %s",
  (origin) => expect(siteOf(origin)).toBeNull(),
);
