import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { catalog } from "#lib/catalog/generated/definitions";
import { testDatabase } from "#lib/testing/test-database";
import { allCommands } from "./all-commands.ts";
import { allQueries } from "./all-queries.ts";
import { openApiDocument } from "./document.ts";
import { withNamedSchemas } from "./schema.ts";

testDatabase();

interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown;
}

/** The bodies, and parts of bodies, that refuse fields that they do not have. */
const CLOSED_REQUESTS = [
  "CreateEmbedSessionRequest",
  "CreateWebhookEndpointRequest",
  "EmbedTheme",
  "ReconcileJobRequest",
  "RedeliverEventRequest",
  "RedeliverEventsRequest",
  "RetryJobsRequest",
  "TestWebhookEndpointRequest",
  "UpdateReferralRequest",
  "UpdateWebhookEndpointRequest",
];

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

  it("names each operation and webhook uniquely, as a function is named", () => {
    const ids = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((operations) =>
      Object.values(operations).map((operation) => (operation as Operation).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const verbs =
      "cancel|create|delete|exchange|fetch|get|list|on|probe|reconcile|redeliver|replace|retry|rotate|test|update";
    expect(ids.filter((id) => !new RegExp(`^(${verbs})([A-Z][a-z0-9]*)+$`).test(id))).toEqual([]);
  });

  it("closes only the parts of requests whose further fields are refused: answers and events will have more", () => {
    const isClosed = ({ found }: { found: Record<string, unknown> }) => found.additionalProperties === false;
    const { schemas } = document.components;
    const names = Object.keys(schemas).filter((name) => objectsIn(schemas[name]).some(isClosed));
    expect(names.sort()).toEqual(CLOSED_REQUESTS);
    const { components, ...rest } = document;
    expect(objectsIn({ rest, responses: components.responses }).filter(isClosed)).toEqual([]);
  });

  it("requires the body of exactly the writes that no empty body satisfies", () => {
    const writes = [...Object.values<{ method: string; path: string; input: z.ZodObject }>(catalog), ...allCommands];
    for (const { method, path, input } of writes) {
      const operation = document.paths[path]?.[method.toLowerCase()] as { requestBody?: { required: boolean } };
      const isRequired = operation.requestBody?.required ?? false;
      expect(isRequired, `${method} ${path}`).toBe(!input.safeParse({}).success);
    }
  });

  it("has no bounds of doubles, no date without a format, and no pattern that RE2 lacks", () => {
    const all = objectsIn(document);
    const bounds = all.filter(({ found }) =>
      [found.minimum, found.maximum].some((each) => Math.abs(Number(each)) > 2 ** 52),
    );
    expect(bounds.map(({ at }) => at)).toEqual([]);
    const dates = all.filter(({ found: { description, type, format } }) => {
      const isDate = typeof description === "string" && /\b(ISO 8601|YYYY-MM-DD)\b/.test(description);
      const isText = [type].flat().includes("string");
      return isDate && isText && format === undefined && !/""|time part|or a moment|or local/.test(description);
    });
    expect(dates.map(({ at }) => at)).toEqual([]);
    const patterns = all.flatMap(({ found: { pattern } }) => (typeof pattern === "string" ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(20);
    // RE2 has no looking around and no references back.
    expect(patterns.filter((each) => /\(\?<?[=!]|\\[1-9]/.test(each))).toEqual([]);
  });

  it("gives every JSON body a name and an example that its schema allows", () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, "document");
    const bodies = objectsIn(document).flatMap(({ at, found: { schema, example } }) =>
      at.endsWith("/application/json") ? [{ at, schema: schema as { $ref?: string }, example }] : [],
    );
    expect(bodies.length).toBeGreaterThan(150);
    for (const { at, schema, example } of bodies) {
      expect(schema.$ref, at).toMatch(/^#\/components\/schemas\/\w+$/);
      const validate = ajv.getSchema(`document${schema.$ref}`);
      expect([at, validate?.(example), validate?.errors]).toEqual([at, true, null]);
    }
  });

  it("has in each example of an answer the message that the server sends", () => {
    const sent = new Set<string>([
      // Of a message that depends on the record.
      "Done",
      ...Object.values(catalog).map(({ acceptedMessage }) => acceptedMessage),
      ...allCommands.flatMap(({ done }) => (done ? [done] : [])),
    ]);
    const messages = objectsIn(document.paths).flatMap(({ at, found: { example } }) => {
      const { success, message } = (example ?? {}) as { success?: boolean; message?: string };
      return success === true && message !== undefined ? [{ at, message }] : [];
    });
    expect(messages.length).toBeGreaterThan(50);
    expect(messages.filter(({ message }) => !sent.has(message))).toEqual([]);
  });

  it("sets what only people may call apart, and leaves it out of the edition for integrators", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
    );
    const forPeople = operations.filter(({ operation: { tags } }) => tags.includes("console"));
    expect(forPeople.map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining(["createUser", "getMe", "listAuditLog", "createApiClient", "listSavedViews"]),
    );
    for (const { operation } of forPeople) expect(operation.security).toEqual([{ person_session: [] }]);
    const edition = openApiDocument({ audience: "integrators", server: "https://records.example/v1" });
    const kept = Object.values(edition.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as Operation).operationId),
    );
    expect(kept.sort()).toEqual(
      operations.flatMap((each) => (forPeople.includes(each) ? [] : [each.operation.operationId])).sort(),
    );
    expect(edition.servers[0]?.url).toBe("https://records.example/v1");
    expect(JSON.stringify(edition)).not.toMatch(/X-Hold-Seconds|person_session/);
  });

  it("names each part once, whatever its kind and the case of its letters", () => {
    const names = Object.values(document.components).flatMap((parts) => Object.keys(parts as object));
    const folded = names.map((name) => name.toLowerCase());
    expect(names.filter((name, index) => folded.indexOf(name.toLowerCase()) !== index)).toEqual([]);
  });

  it("describes the time of the next attempt as a whole number", () => {
    for (const status of ["429", "503"]) {
      expect(document.components.responses[`Error${status}`]).toMatchObject({
        headers: { "Retry-After": { schema: { type: "integer" } } },
      });
    }
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

it("is a valid OpenAPI 3.1 document for an independent tool", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(openApiDocument()) as Record<string, unknown>)).toEqual({
    valid: true,
  });
  expect(validator.version).toBe("3.1");
});

/**
 * `/appointments/ehr/cancel` fits two paths of the interface (additions §2): an id here is a UUID, so that it is never the
 * address of a cancellation.
 */
const OF_THE_INTERFACE = [["no-ambiguous-paths", "#/paths/~1appointments~1{id}~1cancel"]];

it("passes the recommended rules of Redocly", { tags: "long" }, async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(openApiDocument());
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual(OF_THE_INTERFACE);

  // The same rules find what is wrong.
  const broken = await lintFromString({
    source: source.replaceAll('"listPatients"', '"list patients"'),
    absoluteRef: "/openapi.json",
    config,
  });
  expect(broken.some(({ severity }) => severity === "error")).toBe(true);
});
