import { describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { openApiDocument } from "./document.ts";

testDatabase();

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const modules = import.meta.glob<Record<string, Handler>>("../../../app/v1/**/route.ts");
const files = Object.entries(modules).filter(([file]) => !file.includes("[[...path]]"));

/** `/referrals/{id}` of `app/v1/referrals/[id]/route.ts`. */
const pathOf = (file: string) =>
  file
    .replace("../../../app/v1", "")
    .replace(/\/route\.ts$/, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}");

/** What a route does with a request that says nothing about who sends it. */
async function statusOf(handler: Handler | undefined, method: string): Promise<number | null> {
  if (!handler) return null;
  const request = new Request("http://127.0.0.1:3000/v1/x", { method });
  return (await handler(request, { params: Promise.resolve({}) })).status;
}

const document = openApiDocument();
const described = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

describe("the OpenAPI document", () => {
  it("describes every route that there is, and none that is not; each refuses a caller without credentials", async () => {
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

  it("names each operation once", () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("closes every answer and event to fields beyond those it names", () => {
    const open: string[] = [];
    const walk = (value: unknown, at: string) => {
      if (value === null || typeof value !== "object") return;
      const schema = value as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
      if (schema.type === "object" && schema.properties && schema.additionalProperties !== false) open.push(at);
      for (const [key, part] of Object.entries(value)) walk(part, `${at}/${key}`);
    };
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        walk((operation as { responses: unknown }).responses, `${method} ${path}`);
      }
    }
    walk(document.webhooks, "webhooks");
    walk(document.components.responses, "responses");
    expect(open).toEqual([]);
  });
});
