import { expect, it } from "vitest";
import { refuseCallback, refuseReadPassword } from "./refuse-callback.ts";

const ask = (query: string, cookie = "") =>
  refuseCallback(
    new Request(`http://127.0.0.1:3000/api/auth/callback/x${query}`, { headers: cookie === "" ? {} : { cookie } }),
  );

const ODD = [
  "javascript:alert(1)",
  "x",
  "data:text/html,x",
  "//",
  "http://",
  "http:// x",
  "//a b",
  "%zz",
  "ftp://a/b",
  "mailto:a@b",
];

it.each(ODD)("refuses the callbackUrl %s without quoting it", async (odd) => {
  const refused = ask(`?callbackUrl=${encodeURIComponent(odd)}`);
  expect(refused?.status).toBe(400);
  expect(await refused?.json()).toEqual({
    success: false,
    message: "callbackUrl must be an address",
    errors: [{ field: "callbackUrl", message: "must be an address" }],
  });
});

it.each(ODD)("refuses the cookie %s, and removes it", (odd) => {
  for (const value of [odd, encodeURIComponent(odd)]) {
    const refused = ask("", `a=b; crc.sign-in.next=${value}`);
    expect(refused?.status).toBe(400);
    expect(refused?.headers.get("set-cookie")).toMatch(/^crc\.sign-in\.next=; Path=\/; Max-Age=0/);
  }
});

it.each([
  "",
  "?callbackUrl=",
  "?callbackUrl=/a/1",
  "?callbackUrl=https%3A%2F%2Fa.example%2Fb",
  "?callbackUrl=%2F%2Felsewhere.example",
])("takes %j", (query) => {
  expect(ask(query)).toBeNull();
  expect(ask(query, `crc.sign-in.next=${encodeURIComponent("http://127.0.0.1:3000/")}`)).toBeNull();
  expect(ask(query, "crc.sign-in.next=")).toBeNull();
});

it.each(["GET", "HEAD"])("takes a password by POST alone, not by %s", (method) => {
  const refused = refuseReadPassword({ method }, ["callback", "credentials"]);
  expect([refused?.status, refused?.headers.get("allow")]).toEqual([405, "POST"]);
  expect(refuseReadPassword({ method: "POST" }, ["callback", "credentials"])).toBeNull();
  expect(refuseReadPassword({ method }, ["session"])).toBeNull();
});
