import { expect, it } from "vitest";
import { MAX_BODY_BYTES, readJsonObject } from "./body.ts";

const post = (body: BodyInit | null, type: string | null = "application/json") =>
  new Request("http://localhost/v1/payments", {
    method: "POST",
    body,
    headers: type ? { "content-type": type } : {},
  });

const problem = async (request: Request) => {
  const error = await readJsonObject(request).then(
    () => null,
    (thrown: { status: number; message: string }) => thrown,
  );
  return error && [error.status, error.message];
};

it("reads a JSON object under any spelling of its content type", async () => {
  expect(await readJsonObject(post('{"a":1}'))).toEqual({ a: 1 });
  expect(await readJsonObject(post('{"a":"é"}', "Application/JSON; charset=utf-8"))).toEqual({ a: "é" });
});

it("treats an empty body as an empty object", async () => {
  expect(await readJsonObject(post(null, null))).toEqual({});
});

it.each([
  ["{", 400],
  ["[1]", 400],
  ["null", 400],
  ['"text"', 400],
  ['{"a":"\\u0000"}', 400],
  ['{"a":{"b":["\\ud800"]}}', 400],
])("refuses %s with %d", async (body, status) => {
  expect((await problem(post(body)))?.[0]).toBe(status);
});

it("refuses excessive nesting, and accepts the maximum", async () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  for (const levels of [65, 500_000]) {
    expect(await problem(post(nested(levels)))).toEqual([400, "The body must not be nested more than 64 levels deep"]);
  }
  expect(await problem(post(nested(64)))).toBeNull();
});

it("names the field with an unstorable value", async () => {
  expect(await problem(post('{"notes":"a\\u0000b"}'))).toEqual([
    400,
    "notes must not contain NUL or broken characters",
  ]);
});

it("refuses bytes that are not UTF-8", async () => {
  expect((await problem(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))))?.[0]).toBe(400);
});

it("refuses another type with 415", async () => {
  expect((await problem(post('{"a":1}', "text/plain")))?.[0]).toBe(415);
  expect((await problem(post("a=1", "application/x-www-form-urlencoded")))?.[0]).toBe(415);
});

it("refuses a body over the limit, with or without a Content-Length", async () => {
  const large = JSON.stringify({ a: "x".repeat(MAX_BODY_BYTES) });
  expect((await problem(post(large)))?.[0]).toBe(413);
  const chunks = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  const streamed = new Request("http://localhost/", {
    method: "POST",
    body: chunks,
    headers: { "content-type": "application/json" },
    duplex: "half",
  } as RequestInit);
  expect((await problem(streamed))?.[0]).toBe(413);
});

it.each(["gzip", "br", "deflate", "x-unknown", "gzip, identity"])(
  "refuses a body in the content coding %s",
  async (coding) => {
    const request = post('{"a":1}');
    request.headers.set("content-encoding", coding);
    expect((await problem(request))?.[0]).toBe(415);
  },
);

it("takes a body whose coding is the identity", async () => {
  const request = post('{"a":1}');
  request.headers.set("content-encoding", "Identity");
  expect(await readJsonObject(request)).toEqual({ a: 1 });
});
