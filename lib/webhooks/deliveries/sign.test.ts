import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "./sign.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const older = "whsec_c2VjcmV0IG9mIGJlZm9yZSB0aGUgcm90YXRpb24=";
const body = '{"type":"payment.created","note":"Zoë 🩺"}';

describe("signatureHeaders", () => {
  it("signs so that the standard's own library verifies it", () => {
    const headers = signatureHeaders({ id: "evt", at: new Date(), body, secrets: [secret] });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(older).verify(body, headers)).toThrow();
  });

  it("signs with both secrets after a rotation", () => {
    const headers = signatureHeaders({ id: "evt", at: new Date(), body, secrets: [secret, older] });
    for (const each of [secret, older]) expect(new Webhook(each).verify(body, headers)).toBeTruthy();
  });

  it("includes the time of the attempt", () => {
    const at = new Date("2026-03-02T10:00:00.900Z");
    const headers = signatureHeaders({ id: "evt", at, body, secrets: [secret] });
    expect(headers).toMatchObject({ "webhook-id": "evt", "webhook-timestamp": "1772445600" });
  });
});
