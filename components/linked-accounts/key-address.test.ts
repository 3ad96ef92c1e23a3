import { expect, it } from "vitest";
import { isLocalAddress } from "./key-address.ts";

it.each([
  "http://localhost:3000",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "https://10.1.2.3",
  "https://172.20.0.2",
])("cannot be read from elsewhere: %s", (address) =>
  expect(isLocalAddress(`${address}/.well-known/jwks/a.json`)).toBe(true),
);

it.each(["https://console.internal", "http://crc:3000", "https://[fd00::1]", "https://mac.local"])(
  "cannot be read from elsewhere: %s",
  (address) => expect(isLocalAddress(address)).toBe(true),
);

it.each(["https://records.example.com", "https://172.32.0.1", "https://[2001:db8::1]", "https://11.0.0.1"])(
  "may be read from elsewhere: %s",
  (address) => expect(isLocalAddress(address)).toBe(false),
);
