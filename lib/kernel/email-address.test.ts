import { describe, expect, it } from "vitest";
import { addressKey, emailAddress, storedForms, verifiedAddressKey } from "./email-address.ts";

const PLAIN = "robin@clinic.example";

describe("one address in another writing", () => {
  it.each([
    " Robin@Clinic.Example\t",
    "\uff32obin@clinic.example",
    "robin\uff20clinic.example",
    "robin@clinic\uff0eexample",
    "robin@clinic\u3002example",
    "\u{1d42b}obin@\u24d2linic.example",
    "\u00a0robin@clinic.example\u3000",
  ])("%j has one form", (given) => {
    expect(addressKey(given)).toBe(PLAIN);
    expect(emailAddress.parse(given)).toBe(PLAIN);
  });

  it.each([
    ["ro\ufb01n@clinic.example", "rofin@clinic.example"],
    ["J\u00f6rg@b\u00fccher.example", "j\u00f6rg@xn--bcher-kva.example"],
    ["Jo\u0308rg@B\u00dcCHER.example", "j\u00f6rg@xn--bcher-kva.example"],
    ["j\u00f6rg@XN--BCHER-KVA.example", "j\u00f6rg@xn--bcher-kva.example"],
    ["\u212belin@clinic.example", "\u00e5elin@clinic.example"],
    ["\u212aim@clinic.example", "kim@clinic.example"],
  ])("%j is %j", (given, key) => {
    expect(addressKey(given)).toBe(key);
    expect(addressKey(key)).toBe(key);
  });
});

it.each([
  ["a dotless i", "rob\u0131n@clinic.example"],
  ["a dotted capital I", "rob\u0130n@clinic.example"],
  ["a Cyrillic o", "r\u043ebin@clinic.example"],
  ["a Greek omicron", "r\u03bfbin@clinic.example"],
  ["a Cyrillic o in the domain", "robin@clinic.ex\u0430mple"],
  ["a dotless i in the domain", "robin@cl\u0131n\u0131c.example"],
  ["a digit", "r0bin@clinic.example"],
])("%s makes another address", (_, given) => {
  expect(addressKey(given)).not.toBe(PLAIN);
  expect(storedForms(given)).not.toContain(PLAIN);
  expect(verifiedAddressKey(given)).not.toBe(PLAIN);
});

it.each([
  "robin\ufe0f@clinic.example",
  "robin\u034f@clinic.example",
  "ro\u3164bin@clinic.example",
  "ro\u200dbin@clinic.example",
])("%j with something unseen is no address", (given) => expect(emailAddress.safeParse(given).success).toBe(false));

it("finds whoever was stored before compatibility counted", () => {
  expect(storedForms("Ro\ufb01n@clinic.example")).toEqual(["rofin@clinic.example", "ro\ufb01n@clinic.example"]);
  expect(storedForms(PLAIN)).toEqual([PLAIN]);
});

it("believes nobody about an address that only compatibility makes equal", () => {
  for (const given of ["\uff52obin@clinic.example", "\u212aim@clinic.example", "robin@clinic\uff0eexample"]) {
    expect(verifiedAddressKey(given)).toBeNull();
  }
  expect(verifiedAddressKey("Jo\u0308rg@B\u00fccher.example")).toBe("j\u00f6rg@xn--bcher-kva.example");
});
