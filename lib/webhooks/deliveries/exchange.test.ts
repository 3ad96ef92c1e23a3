import { describe, expect, it } from "vitest";
import { keptExchange } from "./exchange.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the stored record of an attempt", () => {
  it("contains no secret: only the number of signatures", () => {
    const kept = keptExchange(
      { "webhook-id": "e1", "webhook-signature": "v1,aGVsbG8= v1,d29ybGQ=" },
      {
        headers: { "Set-Cookie": ["a=1", "b=2"], "x-api-key": "k", "www-authenticate": "Basic", server: "nginx" },
        body: bytes("ok"),
        cut: false,
      },
    );
    expect(kept).toEqual({
      request: { headers: { "webhook-id": "e1", "webhook-signature": "v1,••• v1,•••" } },
      response: {
        headers: { "Set-Cookie": "•••", "x-api-key": "•••", "www-authenticate": "•••", server: "nginx" },
        body: "ok",
        cut: false,
      },
    });
  });

  it("fits into the database, whatever was received", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`h${index}`, "v".repeat(9_000)]));
    const half = bytes("Zoë").subarray(0, 3);
    const kept = keptExchange({}, { headers: many, body: half, cut: true });
    expect(Object.keys(kept.response?.headers ?? {})).toHaveLength(50);
    expect(kept.response?.headers.h0).toHaveLength(500);
    expect(kept.response?.body).toBe("Zo");
    const binary = keptExchange({}, { headers: {}, body: Uint8Array.of(0, 255, 65), cut: false });
    expect(binary.response?.body).toBe("��A");
  });

  it("contains no answer if none was received", () => {
    expect(keptExchange({}, null)).toEqual({ request: { headers: {} }, response: null });
  });
});
