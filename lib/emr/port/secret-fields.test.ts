import { describe, expect, it } from "vitest";
import { z } from "zod";
import { secretField, secretsOf, splitSecrets, withSecrets } from "./secret-fields.ts";

const connection = z.object({
  base_url: z.string(),
  access_token: secretField(z.string().optional()),
  auth: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("one"), client_secret: secretField(z.string()) }),
      z.object({ kind: z.literal("other"), client_secret: secretField(z.string()), header: secretField(z.string()) }),
    ])
    .optional(),
});
const whole = { base_url: "https://ehr.example", access_token: "t", auth: { kind: "one", client_secret: "s" } };

describe("the secrets of a connection", () => {
  it("are found by path, in every form of a nested field", () => {
    expect(secretsOf(connection)).toEqual(["access_token", "auth.client_secret", "auth.header"]);
  });

  it("are split from the rest and added again, without changing the given connection", () => {
    const { shown, secrets } = splitSecrets(whole, secretsOf(connection));
    expect(shown).toEqual({ base_url: "https://ehr.example", auth: { kind: "one" } });
    expect(secrets).toEqual({ access_token: "t", "auth.client_secret": "s" });
    expect(whole.auth.client_secret).toBe("s");
    expect(withSecrets(shown, secrets)).toEqual(whole);
  });

  it("replace no secret that the connection has, and are added to no other shape", () => {
    const secrets = { "auth.client_secret": "old" };
    expect(withSecrets({ auth: { client_secret: "new" } }, secrets)).toEqual({ auth: { client_secret: "new" } });
    expect(withSecrets({ auth: { client_secret: null } }, secrets)).toEqual({ auth: { client_secret: null } });
    for (const auth of ["text", null, ["list"], undefined]) expect(withSecrets({ auth }, secrets)).toEqual({ auth });
  });
});
