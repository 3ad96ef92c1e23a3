import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { webhookOf } from "./webhook.ts";

const SECRET = "a secret, as it is";
const never = new AbortController().signal;

const notAsked = () => Promise.reject(new Error("Nothing is asked"));
const silent: Remote = { get: notAsked, ask: notAsked, send: notAsked, remove: notAsked };
const webhook = webhookOf(silent);

const EVENT = {
  id: "e-1",
  access_token_reference_id: "clinic-1",
  object: "event",
  created: "2026-11-02T10:00:00.000Z",
  type: "payment.created",
  job_id: "7",
  data: { reference_number: "Zahlung für 5 €", amount: 12.5, nested: [{ b: 1, a: null }] },
};
const COMPACT = JSON.stringify(EVENT);

const hmac = (text: string | Uint8Array, secret = SECRET) => createHmac("sha256", secret).update(text).digest("hex");

const signed = (text: string | Uint8Array, signature: string | null, secrets: string[] = [SECRET]) =>
  webhook.isSigned(
    {
      bytes: typeof text === "string" ? Buffer.from(text) : text,
      headers: new Headers(signature === null ? {} : { "cobalt-verification": signature }),
    },
    secrets,
  );

const spaced = JSON.stringify(EVENT, null, 2);
const escaped = COMPACT.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
const slashed = COMPACT.replace("payment.created", "payment\\u002ecreated");
const otherOrder = JSON.stringify(Object.fromEntries(Object.entries(EVENT).reverse()));

describe("the signature of an event", () => {
  it.each([
    ["compact", COMPACT],
    ["with other white space", spaced],
    ["with escaped letters", escaped],
    ["with an escaped full stop", slashed],
    ["with a number that is written otherwise", COMPACT.replace("12.5", "12.50")],
    ["with a line end", `${COMPACT}\n`],
  ])("is valid over the compact form and over the bytes, %s", (_words, text) => {
    expect(signed(text, hmac(COMPACT))).toBe(true);
    expect(signed(text, hmac(text))).toBe(true);
    expect(signed(text, hmac(text).toUpperCase())).toBe(true);
  });

  it("is valid over the bytes of another order of fields, and not over another order than that which came", () => {
    expect(signed(otherOrder, hmac(otherOrder))).toBe(true);
    expect(signed(otherOrder, hmac(COMPACT))).toBe(false);
  });

  it("covers what is no JSON by its bytes alone", () => {
    for (const text of ["", "{", "[1", "null x", "\uFEFF"]) {
      expect(signed(text, hmac(text))).toBe(true);
      expect(signed(text, hmac(COMPACT))).toBe(false);
    }
    const broken = new Uint8Array([0x22, 0xff, 0x22]);
    expect(signed(broken, hmac(broken))).toBe(true);
    const deep = "[".repeat(200_000);
    expect(signed(deep, hmac(COMPACT))).toBe(false);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["of another secret", hmac(COMPACT, "another")],
    ["of another event", hmac(COMPACT.replace("12.5", "12.6"))],
    ["a shortened one", hmac(COMPACT).slice(0, 62)],
    ["a longer one", `${hmac(COMPACT)}00`],
    ["of no hex digits", "z".repeat(64)],
    ["of other digits", "\u00b2".repeat(64)],
    ["with a prefix", `sha256=${hmac(COMPACT)}`],
  ])("is not valid: %s", (_words, signature) => {
    expect(signed(COMPACT, signature)).toBe(false);
  });

  it("may be of any of several secrets, and of none without one", () => {
    expect(signed(COMPACT, hmac(COMPACT), ["new", SECRET])).toBe(true);
    expect(signed(COMPACT, hmac(COMPACT, "new"), ["new", SECRET])).toBe(true);
    expect(signed(COMPACT, hmac(COMPACT), ["new"])).toBe(false);
    expect(signed(COMPACT, hmac(COMPACT), [])).toBe(false);
  });
});

describe("an event of a webhook", () => {
  const of = (body: unknown, headers = {}) => webhook.eventOf(body, new Headers(headers));

  it("has the fields of one of the log", () => {
    expect(of(EVENT)).toEqual({
      id: "e-1",
      type: "payment.created",
      jobId: "7",
      at: "2026-11-02T10:00:00.000Z",
      data: EVENT.data,
      reference: "clinic-1",
    });
    expect(of({ ...EVENT, job_id: 7 })).toMatchObject({ jobId: "7" });
    const { job_id: _none, access_token_reference_id: _nobody, ...sync } = EVENT;
    expect(of({ ...sync, job_id: null })).toMatchObject({ jobId: null, reference: null });
  });

  it("has its id and its time in the headers, if the body has none", () => {
    const { id: _id, created: _created, ...rest } = EVENT;
    const headers = { "webhook-id": "w-9", "webhook-timestamp": "2026-11-02T11:00:00Z" };
    expect(of(rest, headers)).toMatchObject({ id: "w-9", at: "2026-11-02T11:00:00.000Z" });
    expect(of(rest)).toBeNull();
  });

  it.each([[null], [7], ["text"], [[]], [{}], [{ id: "x" }], [{ ...EVENT, type: 7 }], [{ ...EVENT, id: "\0" }]])(
    "is none: %j",
    (body) => {
      expect(of(body)).toBeNull();
    },
  );
});

describe("the registration", () => {
  const answering = (answers: Partial<Remote>) => webhookOf({ ...silent, ...answers });

  it.each([
    ["beside the message", (fields: object) => fields],
    ["under `data`", (fields: object) => ({ data: fields })],
  ])("is read %s", async (_words, placed) => {
    const { register, read, rotateSecret } = answering({
      send: async ({ path }) =>
        path === "/webhook"
          ? { success: true, message: "Registered", ...placed({ id: "w/1", secret: "s" }) }
          : { success: true, ...placed({ webhook_secret: "t" }) },
      get: async (path) => ({ success: true, ...placed({ id: path, webhook_url: "https://records.example/x" }) }),
    });
    expect(await register("https://records.example/x", never)).toEqual({ id: "w/1", secret: "s" });
    expect(await read("w/1", never)).toBe("https://records.example/x");
    expect(await rotateSecret(never)).toBe("t");
  });

  it("may show no secret, be missing, or be refused", async () => {
    const missing = () => Promise.reject(new EmrError("validation", "Webhook not found", { status: 404 }));
    const gone = answering({ get: missing, remove: missing, send: async () => ({ id: 7 }) });
    expect(await gone.register("https://records.example/x", never)).toEqual({ id: "7", secret: null });
    expect(await gone.read("7", never)).toBeNull();
    await gone.remove("7", never);
    expect(await gone.rotateSecret(never)).toBeNull();
    for (const answered of [404, 405, 410, 501]) {
      const refused = () => Promise.reject(new EmrError("validation", "No", { answered }));
      const without = answering({ send: refused, get: refused, remove: refused });
      expect(await without.rotateSecret(never)).toBeNull();
      const isGone = answered === 404 || answered === 410;
      await (isGone
        ? expect(without.read("7", never)).resolves.toBeNull()
        : expect(without.read("7", never)).rejects.toThrow("No"));
      await (isGone ? without.remove("7", never) : expect(without.remove("7", never)).rejects.toThrow("No"));
    }
    const busy = answering({ send: () => Promise.reject(new EmrError("passing", "Busy", { answered: 500 })) });
    await expect(busy.rotateSecret(never)).rejects.toThrow("Busy");
    const refusing = answering({ send: async () => ({ success: true }), remove: notAsked });
    await expect(refusing.register("https://records.example/x", never)).rejects.toThrow("names no id");
    await expect(refusing.remove("7", never)).rejects.toThrow("Nothing is asked");
  });
});
