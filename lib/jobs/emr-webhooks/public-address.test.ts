import { afterEach, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { originFor } from "./public-address.ts";

const SERVICE = "https://api.service.example/v1";
const before = process.env.PUBLIC_URL;

function startAt(publicUrl: string | undefined): void {
  if (publicUrl === undefined) delete process.env.PUBLIC_URL;
  else process.env.PUBLIC_URL = publicUrl;
  forgetSingleton("environment");
}
afterEach(() => startAt(before));

it.each([
  ["https://records.example", SERVICE, true],
  ["https://records.example:8443", SERVICE, true],
  ["https://93.184.216.34", SERVICE, true],
  ["http://records.example", SERVICE, false],
  ["http://127.0.0.1:3000", SERVICE, false],
  ["https://localhost:3000", SERVICE, false],
  ["https://10.1.2.3", SERVICE, false],
  ["https://[fd00::1]", SERVICE, false],
  ["https://console.internal", SERVICE, false],
  ["https://console", SERVICE, false],
  ["https://records.local", SERVICE, false],
  ["http://127.0.0.1:3000", "http://127.0.0.1:4800/v1", true],
  ["http://console:3000", "http://service:4800/v1", true],
  ["http://192.168.1.5", "https://10.0.0.9/v1", true],
  ["https://records.example", "http://10.0.0.9/v1", true],
  [undefined, SERVICE, false],
  [undefined, "http://127.0.0.1:4800/v1", false],
  ["https://records.example", undefined, false],
  ["https://records.example", "no address", false],
])("PUBLIC_URL %s is reached by an EMR at %s: %s", (publicUrl, emr, isReached) => {
  startAt(publicUrl);
  expect(originFor(emr)).toBe(isReached && publicUrl !== undefined ? new URL(publicUrl).origin : null);
});
