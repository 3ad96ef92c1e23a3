import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allCommands } from "#lib/api/openapi/all-commands";
import { ROOT } from "./source-files.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** All routes except the catch-all, which answers 404. */
const files = globSync("app/v1/**/route.ts", { cwd: ROOT }).filter((file) => !file.includes("[[...path]]"));

/** `POST: operation` for each handler of a route; the word is the wrapper or endpoint in use. */
const handlersOf = (source: string) => [...source.matchAll(/\b(GET|POST|PUT|PATCH|DELETE): (\w+)/g)];

/** Names that a route imports from the wrapper, by exporting file. */
const wrappersOf = (source: string) =>
  new Map(
    [...source.matchAll(/import \{ ([^}]+) \} from "#lib\/api\/([^"]+)"/g)].flatMap(([, names = "", file = ""]) =>
      names.split(", ").map((name) => [name, `lib/api/${file}.ts`] as const),
    ),
  );

/** Returns the text of a wrapper with that of the steps that it imports. */
function withSteps(file: string): string {
  const source = read(file);
  const steps = [...source.matchAll(/from "(#lib\/api\/operation\/[^"]+)"/g)];
  return [source, ...steps.map(([, step = ""]) => read(`${step.slice(1)}.ts`))].join("\n");
}

describe("the routes of /v1", () => {
  it.each(files)("%s passes definitions to the wrapper and does nothing else", (file) => {
    const source = read(file);
    const statements = source.split("\n").filter((line) => line && !/^(\/\/ |import |\s|\}\);$)/.test(line));
    expect(statements).toEqual([expect.stringMatching(/^export const \{ .+ \} = routes\(/)]);
    const wrappers = wrappersOf(source);
    for (const [, , name = ""] of handlersOf(source)) expect(wrappers.has(name), name).toBe(true);
  });

  it.each(
    files.flatMap((file) =>
      handlersOf(read(file))
        .filter(([, method]) => method !== "GET")
        .map(([, method = "", name = ""]) => [file, method, name] as const),
    ),
  )(
    "%s creates its %s with a wrapper that writes the audit entry in the write's transaction: %s",
    (file, _method, name) => {
      expect(withSteps(wrappersOf(read(file)).get(name) ?? "")).toMatch(
        // Sent in the transaction, or listed among the rows that end it.
        /writeAudit\(tx, |writes: \[[^\]]*auditWrite\(/,
      );
    },
  );

  it("name in the audit entry what they create", () => {
    const creating = allCommands.filter(({ status, path }) => status === 201 && !path.includes("{"));
    expect(creating.length).toBeGreaterThan(5);
    // The entry's author is whom recovery codes are for.
    expect(creating.filter(({ made }) => !made).map(({ path }) => path)).toEqual(["/me/recovery-codes"]);
  });

  it("require a permission and an audit entry by their type", () => {
    const endpoint = read("lib/api/endpoints/endpoint.ts");
    expect(endpoint).toMatch(/\n {2}permission: string;\n/);
    expect(endpoint).toMatch(/\n {2}audit: "handler" \| "after" \| "none";\n/);
  });
});
