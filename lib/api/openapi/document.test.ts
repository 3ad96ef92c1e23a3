import { describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { allQueries } from "./all-queries.ts";
import { openApiDocument } from "./document.ts";
import { withNamedSchemas } from "./schema.ts";

testDatabase();

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const modules = import.meta.glob<Record<string, Handler>>("../../../app/v1/**/route.ts");
const files = Object.entries(modules).filter(([file]) => !file.includes("[[...path]]"));

/** Returns the path of a route file: `/referrals/{id}` for `app/v1/referrals/[id]/route.ts`. */
const pathOf = (file: string) =>
  file
    .replace("../../../app/v1", "")
    .replace(/\/route\.ts$/, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}");

/** Returns the status of a request without credentials. */
async function statusOf(handler: Handler | undefined, method: string): Promise<number | null> {
  if (!handler) return null;
  const request = new Request("http://127.0.0.1:3000/v1/x", { method });
  return (await handler(request, { params: Promise.resolve({}) })).status;
}

const document = openApiDocument();
const described = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Returns every object in a part of the document, with its position. */
function objectsIn(value: unknown, at = ""): { at: string; found: Record<string, unknown> }[] {
  if (value === null || typeof value !== "object") return [];
  const inside = Object.entries(value).flatMap(([key, part]) => objectsIn(part, `${at}/${key}`));
  return [{ at, found: value as Record<string, unknown> }, ...inside];
}

describe("the OpenAPI document", () => {
  it("describes exactly the existing routes, each of which refuses a caller without credentials", async () => {
    const served: string[] = [];
    for (const [file, load] of files) {
      const handlers = await load();
      for (const method of METHODS) {
        const status = await statusOf(handlers[method], method);
        if (status === 405) continue;
        expect(status, `${method} ${pathOf(file)} without credentials`).toBe(401);
        served.push(`${method} ${pathOf(file)}`);
      }
    }
    expect(described.sort()).toEqual(served.sort());
  });

  it("documents the ETag of every read of synchronized records or of one that is edited, and the 304 for a caller who names it", () => {
    const conditional = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const { parameters, responses } = (get ?? { parameters: [], responses: {} }) as {
        parameters: { name: string }[];
        responses: Record<string, { headers?: Record<string, unknown> }>;
      };
      const parts = [parameters.some(({ name }) => name === "If-None-Match"), "304" in responses];
      expect(parts[0], path).toBe(parts[1]);
      return parts[0] && responses["200"]?.headers?.ETag ? [path] : [];
    });
    expect(conditional).toEqual(
      allQueries
        .filter(({ reads, etagOf }) => reads ?? etagOf)
        .map(({ path }) => path)
        .sort(),
    );
  });

  it("names each operation uniquely", () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("allows no additional fields in responses and events", () => {
    const answers = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method} ${path}`,
        (operation as { responses: unknown }).responses,
      ]),
    );
    const { responses, schemas } = document.components;
    const open = objectsIn({ answers: Object.fromEntries(answers), webhooks: document.webhooks, responses, schemas })
      .filter(({ found }) => found.type === "object" && found.properties && found.additionalProperties !== false)
      .map(({ at }) => at);
    expect(open).toEqual([]);
  });

  it("defines each record once by its name, and refers to it", () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        "Appointment",
        "Claim",
        "Error",
        "Event",
        "Job",
        "Patient",
        "Payment",
        "WebhookEndpoint",
      ]),
    );
    const references = objectsIn(document).flatMap(({ at, found: { $ref } }) =>
      typeof $ref === "string" ? [{ at, $ref }] : [],
    );
    for (const { at, $ref } of references) {
      const target = $ref
        .split("/")
        .slice(1)
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document);
      expect(target, `${$ref} at ${at}`).toBeDefined();
    }
    const used = new Set(references.map(({ $ref }) => $ref));
    expect(Object.keys(schemas).filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  it("uses each name for one schema only", () => {
    const schema = (type: string) => ({ $ref: "#/$defs/Thing", $defs: { Thing: { type } } });
    const named = withNamedSchemas({ paths: [schema("string"), schema("string")], components: {} });
    expect(named).toEqual({
      paths: Array(2).fill({ $ref: "#/components/schemas/Thing" }),
      components: { schemas: { Thing: { type: "string" } } },
    });
    expect(() => withNamedSchemas({ paths: [schema("string"), schema("number")], components: {} })).toThrow("Thing");
  });
});
