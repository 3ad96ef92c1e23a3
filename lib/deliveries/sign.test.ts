import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "./sign.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const older = "whsec_c2VjcmV0IG9mIGJlZm9yZSB0aGUgcm90YXRpb24=";
const body = '{"type":"payment.created","note":"Zoë 🩺"}';
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe("signatureHeaders", () => {
  it("signs so that the standard's own library verifies it", () => {
    const headers = signatureHeaders({ id: "evt", created: new Date(), body, secrets: [secret] });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(older).verify(body, headers)).toThrow();
  });

  it("signs with both secrets after a rotation", () => {
    const headers = signatureHeaders({ id: "evt", created: new Date(), body, secrets: [secret, older] });
    for (const each of [secret, older]) expect(new Webhook(each).verify(body, headers)).toBeTruthy();
  });

  it("is the same on every attempt of the first minutes", () => {
    const event = { id: "evt", created: secondsAgo(200), body, secrets: [secret] };
    const first = signatureHeaders(event, event.created);
    expect(signatureHeaders(event)).toEqual(first);
    expect(first["webhook-timestamp"]).toBe(String(Math.floor(event.created.getTime() / 1000)));
  });

  it("stays verifiable hours later, under the same id", () => {
    const headers = signatureHeaders({ id: "evt", created: secondsAgo(36_000), body, secrets: [secret] });
    expect(headers["webhook-id"]).toBe("evt");
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  });
});
