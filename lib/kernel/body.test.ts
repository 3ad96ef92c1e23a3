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
    (thrown: { code: string; message: string }) => thrown,
  );
  return error && [error.code, error.message];
};

it("reads a JSON object under any spelling of its content type", async () => {
  expect(await readJsonObject(post('{"a":1}'))).toEqual({ a: 1 });
  expect(await readJsonObject(post('{"a":"é"}', "Application/JSON; charset=utf-8"))).toEqual({ a: "é" });
});

it("treats an empty body as an empty object", async () => {
  expect(await readJsonObject(post(null, null))).toEqual({});
});

it.each(["{", "[1]", "null", '"text"', '{"a":"\\u0000"}', '{"a":{"b":["\\ud800"]}}'])("refuses %s", async (body) => {
  expect((await problem(post(body)))?.[0]).toBe("invalid");
});

it("refuses excessive nesting, and accepts the maximum", async () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  for (const levels of [65, 500_000]) {
    expect(await problem(post(nested(levels)))).toEqual([
      "invalid",
      "The body must not be nested more than 64 levels deep",
    ]);
  }
  expect(await problem(post(nested(64)))).toBeNull();
});

it("names the field with an unstorable value", async () => {
  expect(await problem(post('{"notes":"a\\u0000b"}'))).toEqual([
    "invalid",
    "notes must not contain NUL or broken characters",
  ]);
});

it("refuses bytes that are not UTF-8", async () => {
  expect((await problem(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))))?.[0]).toBe("invalid");
});

it("refuses another type", async () => {
  expect((await problem(post('{"a":1}', "text/plain")))?.[0]).toBe("unsupported_type");
  expect((await problem(post("a=1", "application/x-www-form-urlencoded")))?.[0]).toBe("unsupported_type");
});

it("refuses a body over the limit, with or without a Content-Length", async () => {
  const large = JSON.stringify({ a: "x".repeat(MAX_BODY_BYTES) });
  expect((await problem(post(large)))?.[0]).toBe("too_large");
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
  expect((await problem(streamed))?.[0]).toBe("too_large");
});

it.each(["gzip", "br", "deflate", "x-unknown", "gzip, identity"])(
  "refuses a body in the content coding %s",
  async (coding) => {
    const request = post('{"a":1}');
    request.headers.set("content-encoding", coding);
    expect((await problem(request))?.[0]).toBe("unsupported_coding");
  },
);

it("takes a body whose coding is the identity", async () => {
  const request = post('{"a":1}');
  request.headers.set("content-encoding", "Identity");
  expect(await readJsonObject(request)).toEqual({ a: 1 });
});
