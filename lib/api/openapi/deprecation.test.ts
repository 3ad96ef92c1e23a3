import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { handlersOf } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { openApiDocument, REVISION } from "./document.ts";

testDatabase();
let clinic: TestAccount;

beforeAll(async () => {
  clinic = await openClinic();
});

interface Parameter {
  name: string;
  deprecated?: boolean;
  schema?: Record<string, string>;
}

/** Returns every deprecated parameter of the document. */
const deprecated = Object.entries(openApiDocument().paths).flatMap(([path, operations]) =>
  Object.values(operations as Record<string, { parameters?: Parameter[] }>).flatMap(({ parameters = [] }) =>
    parameters.filter((each) => each.deprecated).map((each) => ({ path, ...each })),
  ),
);

/** A valid request without deprecated parameters, by path. */
const PLAIN: Record<string, string> = { "/appointments": "start_date=2026-03-02&end_date=2026-03-02" };
const VALUES: Record<string, string> = { include_schedule_blocks: "true" };

it("documents what the interface calls deprecated", () => {
  expect(deprecated.map(({ path, name }) => `${path} ${name}`)).toEqual(["/appointments include_schedule_blocks"]);
});

it("stands in the list of changes, which begins with the present revision", () => {
  const changes = readFileSync(new URL("../../../docs/interface-changes.md", import.meta.url), "utf8");
  expect(/^## (.+)$/m.exec(changes)?.[1]).toBe(REVISION);
  for (const { path, name, schema = {} } of deprecated) {
    const dates = `Deprecated since ${schema["x-deprecated-since"]}, honoured until ${schema["x-sunset"]} at least`;
    expect(changes).toContain(`**${dates}:** \`${name}\` of \`GET ${path}\``);
  }
});

it.each(deprecated)(
  "answers a use of $path $name with the documented dates, and other requests without",
  async (found) => {
    const { path, name, schema = {} } = found;
    const { GET } = await handlersOf(path);
    if (!GET) throw new Error(`No GET ${path}`);
    const ask = (query: string, more = {}) =>
      call((request) => GET(request, { params: Promise.resolve({}) }), "GET", `${path}?${query}`, {
        headers: { ...clinic.headers, ...more },
      });
    const plain = await ask(PLAIN[path] ?? "");
    expect([plain.status, plain.headers.get("deprecation"), plain.headers.get("sunset")]).toEqual([200, null, null]);
    const used = await ask(`${PLAIN[path]}&${name}=${VALUES[name]}`);
    expect(used.status).toBe(200);
    const since = Number(/^@(\d+)$/.exec(used.headers.get("deprecation") ?? "")?.[1]) * 1000;
    expect(new Date(since).toISOString().slice(0, 10)).toBe(schema["x-deprecated-since"]);
    const sunset = used.headers.get("sunset") ?? "";
    expect(new Date(sunset).toUTCString()).toBe(sunset);
    expect(new Date(sunset).toISOString().slice(0, 10)).toBe(schema["x-sunset"]);
    expect(Date.parse(sunset) - since).toBeGreaterThan(365 * 86_400_000);
  },
);
