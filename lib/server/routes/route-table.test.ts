import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { routeFiles } from "./route-files.ts";
import { RouteTable } from "./route-table.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

function tableOf(...addresses: string[]): { table: RouteTable; addressOf: (path: string) => string | undefined } {
  const table = new RouteTable();
  for (const address of addresses) table.add(address.split("/").slice(1), {});
  return { table, addressOf: (path) => table.find(path)?.address };
}

it("finds an address by its segments, a literal one before a variable one", () => {
  const { addressOf } = tableOf("/v1/jobs", "/v1/jobs/[job_id]", "/v1/jobs/search", "/v1/jobs/[job_id]/retry");
  expect(addressOf("/v1/jobs")).toBe("/v1/jobs");
  expect(addressOf("/v1/jobs/search")).toBe("/v1/jobs/search");
  expect(addressOf("/v1/jobs/7")).toBe("/v1/jobs/[job_id]");
  // The literal segment `search` has nothing below it, so the variable one is tried.
  expect(addressOf("/v1/jobs/search/retry")).toBe("/v1/jobs/[job_id]/retry");
});

it("returns the decoded values of the variable segments", () => {
  const { table } = tableOf("/v1/patients/[mrn]/notes/[id]");
  expect(table.find("/v1/patients/a%20b%2Fc/notes/7")?.params).toEqual({ mrn: "a b/c", id: "7" });
});

it.each([
  "/v1/jobs/",
  "/v1//jobs",
  "/v1",
  "/",
  "",
  "*",
  "/v1/jobs/7/8",
  "/v1/Jobs",
  "/v1/jobs/..",
  "/v1/jobs/%2e%2E",
  "/v1/jobs/a\\b",
])("leaves the address %s to the framework", (path) => {
  expect(tableOf("/v1/jobs", "/v1/jobs/[job_id]").addressOf(path)).toBeUndefined();
});

it("lists the route files of /v1 and the inbox without the catch-all", () => {
  const addresses = routeFiles(ROOT).map(({ segments }) => `/${segments.join("/")}`);
  expect(addresses).toEqual(expect.arrayContaining(["/v1/payments", "/v1/jobs/[job_id]", "/api/webhooks/inbox"]));
  expect(addresses.filter((address) => address.includes("..."))).toEqual([]);
});
