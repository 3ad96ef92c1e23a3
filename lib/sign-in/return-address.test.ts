import { expect, it } from "vitest";
import { returnAddress, signInAddress } from "./return-address.ts";

const PAGE = "/a/0190abcdef0190abcdef0190abcdef01";

it.each([
  PAGE,
  `${PAGE}/jobs/12`,
  `${PAGE}/activity?status=failed&q=a%20b`,
  `${PAGE}?new=payments%3Acreate`,
  "/oauth/authorize?client_id=x&redirect_uri=http%3A%2F%2F127.0.0.1%2F",
])("returns to %s", (page) => {
  expect(returnAddress(page)).toBe(page);
  expect(new URL(signInAddress(page), "http://x").searchParams.get("next")).toBe(page);
});

it.each([
  null,
  "",
  "/",
  "/sign-in",
  "/v1/jobs",
  "/api/auth/signout",
  "//evil.example/a/0190abcdef0190abcdef0190abcdef01",
  "/\\evil.example",
  `\\\\evil.example${PAGE}`,
  `https://evil.example${PAGE}`,
  `http:evil.example${PAGE}`,
  "javascript:alert(1)",
  "/\t/evil.example",
  `${PAGE}/../../../sign-in`,
  "/a/short",
  "/oauth/authorize/elsewhere",
  "http://[",
])("does not return to %j", (text) => {
  expect(returnAddress(text)).toBeNull();
  expect(signInAddress(text)).toBe("/sign-in");
});

it("drops the fragment", () => expect(returnAddress(`${PAGE}#x`)).toBe(PAGE));
