import { describe, expect, it } from "vitest";
import { CONNECTIONS } from "#lib/emr/connections";
import {
  connectionFields,
  connectionOf,
  filledFurther,
  signedIn,
  signInChoice,
  untouchedConnection,
  withoutGrant,
  withoutOwnKeys,
  withStoredSecrets,
} from "./connection-fields.ts";

const { records_api: schema, fhir } = CONNECTIONS;
if (!schema || !fhir) throw new Error("These EMR types have a connection");

const secret = { type: "password", required: true, isFurther: false };

it("derives the inputs of a connection from its schema, with secrets as passwords", () => {
  expect(connectionFields(schema)).toEqual({
    base_url: {
      label: "Base URL",
      help: "Address of its API, which ends in /v1",
      type: "url",
      required: true,
      isFurther: false,
    },
    client_id: { label: "Client id", help: "Sent as client_id", type: "text", required: true, isFurther: false },
    client_secret: { label: "Client secret", ...secret },
    access_token: { label: "Access token", ...secret },
    dialect: {
      label: "Dialect",
      help: expect.stringContaining("speaks this interface"),
      type: "kind",
      required: false,
      isFurther: true,
      options: [
        { id: "interface", name: "Interface" },
        { id: "cobalt", name: "Cobalt" },
      ],
    },
    webhook_secret: {
      label: "Webhook secret",
      help: expect.stringContaining("Signs its events"),
      type: "password",
      required: false,
      isFurther: true,
    },
    calls_per_minute: {
      label: "Calls per minute",
      help: expect.stringContaining("learned"),
      type: "number",
      required: false,
      isFurther: true,
    },
  });
});

it("asks for the secret of events where an admin enters one alone, and sends it there alone", () => {
  const given = { base_url: "https://emr.example/v1", webhook_secret: "whsec_AA==" };
  const asked = (dialect: string | null | undefined) => {
    const values = dialect === undefined ? given : { ...given, dialect };
    const names = [connectionFields(schema, { values }), connectionOf(schema, values, [])];
    return names.map((fields) => "webhook_secret" in fields);
  };
  for (const dialect of [undefined, null, "", "interface"]) expect(asked(dialect)).toEqual([true, true]);
  expect(asked("cobalt")).toEqual([false, false]);
});

it("says which stored secrets may stay empty", () => {
  const { client_secret, access_token } = connectionFields(schema, { stored: ["client_secret"] });
  expect(client_secret).toMatchObject({ help: "Empty keeps the stored one, if the address stays", required: false });
  expect(access_token).toEqual({ label: "Access token", ...secret });
});

it("lets those stored secrets be removed that the connection can do without", () => {
  const stored = ["client_secret", "webhook_secret"];
  const fields = connectionFields(schema, { stored });
  const removable = Object.entries(fields).flatMap(([name, field]) => (field.removable ? [name] : []));
  expect(removable).toEqual(["webhook_secret"]);
  expect(connectionFields(schema).webhook_secret?.removable).toBeUndefined();
  const kept = { base_url: "https://emr.example/v1", client_id: "a", client_secret: "", webhook_secret: null };
  expect(connectionOf(schema, kept, stored)).toEqual({
    base_url: "https://emr.example/v1",
    client_id: "a",
    webhook_secret: null,
  });
});

describe("a connection with several kinds of authorization", () => {
  const namesFor = (kind: string) => Object.keys(connectionFields(fhir, { values: { auth: { kind } } }));

  it("asks for the kind, and for the fields of the chosen one alone", () => {
    expect(connectionFields(fhir)["auth.kind"]).toMatchObject({
      label: "Authorization",
      type: "kind",
      options: [
        { id: "smart_app", name: "Sign in at the EMR (SMART App Launch)" },
        { id: "smart_backend", name: "SMART Backend Services" },
        { id: "client_secret", name: "Client id and secret" },
        { id: "header", name: "A fixed header" },
        { id: "none", name: "None" },
      ],
    });
    expect(namesFor("none").filter((name) => name.startsWith("auth."))).toEqual(["auth.kind"]);
    expect(namesFor("header")).toEqual(expect.arrayContaining(["auth.header_name", "auth.header_value"]));
    expect(namesFor("header")).not.toContain("auth.client_id");
    expect(connectionFields(fhir, { values: { auth: { kind: "smart_app" } } })["auth.authorization_id"]).toMatchObject({
      label: "Access to the EMR",
      type: "authorization",
      required: true,
    });
    expect(namesFor("smart_backend")).not.toContain("auth.client_secret");
  });

  it("leaves the fields that are chosen on real records to a step of their own", () => {
    expect(namesFor("none")).not.toEqual(expect.arrayContaining(["mrn_system"]));
    expect(namesFor("none")).not.toEqual(expect.arrayContaining(["visit_statuses"]));
  });

  it("sends the fields of the chosen kind, and those that were chosen on real records", () => {
    const auth = { kind: "header", header_name: "X-Api-Key", header_value: "k", client_id: "of another kind" };
    const values = { base_url: "https://fhir.example/R4", auth, mrn_system: "urn:mrn", visit_statuses: [] };
    expect(connectionOf(fhir, values, [])).toEqual({
      base_url: "https://fhir.example/R4",
      auth: { kind: "header", header_name: "X-Api-Key", header_value: "k" },
      mrn_system: "urn:mrn",
    });
  });

  it("begins with the first kind, and switched off", () =>
    expect(untouchedConnection(fhir)).toEqual({ auth: { kind: "smart_app" }, subscriptions: "off" }));

  it("may leave out a stored secret within it, and no other", () => {
    const auth = { kind: "client_secret", client_id: "console" };
    const connection = { base_url: "https://fhir.example/R4", auth };
    const isValid = (stored: string[]) => withStoredSecrets(fhir, stored).safeParse(connection).success;
    expect([isValid([]), isValid(["auth.header_value"]), isValid(["auth.client_secret"])]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("the further fields of a connection", () => {
  const shownFor = (kind: string) =>
    Object.entries(connectionFields(fhir, { values: { auth: { kind }, subscriptions: "off" } }))
      .filter(([, { isFurther }]) => !isFurther)
      .map(([path]) => path);

  it("are those that it can do without: a clinic is asked for the address and how to get in", () => {
    expect(shownFor("smart_app")).toEqual(["base_url", "auth.kind", "auth.authorization_id"]);
    expect(shownFor("client_secret")).toEqual(["base_url", "auth.kind", "auth.client_id", "auth.client_secret"]);
    expect(shownFor("none")).toEqual(["base_url", "auth.kind"]);
  });

  it("say something once they differ from an untouched form, or their secret is stored", () => {
    const untouched = { ...untouchedConnection(fhir), base_url: "https://ehr.example/r4" };
    expect(filledFurther(fhir, untouched, [])).toEqual([]);
    expect(filledFurther(fhir, { ...untouched, subscriptions: "on", at_once: 4 }, [])).toEqual([
      "subscriptions",
      "at_once",
    ]);
    expect(filledFurther(schema, {}, ["client_secret", "webhook_secret"])).toEqual(["webhook_secret"]);
  });
});

describe("a sign-in at the EMR", () => {
  const granted = { base_url: "https://ehr.example/r4", auth: { kind: "smart_app", authorization_id: "a" } };

  it("is a choice of one kind of EMR alone", () => {
    expect(signInChoice(fhir)).toEqual({
      path: "auth.kind",
      signIn: "smart_app",
      grant: "auth.authorization_id",
      otherwise: "smart_backend",
    });
    expect(signInChoice(schema)).toBeNull();
  });

  it("has no key pair beside it in an organization whose keys are not there yet, and all else as it is", () => {
    const without = withoutOwnKeys(fhir);
    expect(signInChoice(without)).toMatchObject({ signIn: "smart_app", otherwise: "client_secret" });
    const { options, ...kind } = connectionFields(fhir)["auth.kind"] ?? {};
    expect(connectionFields(without)).toEqual({
      ...connectionFields(fhir),
      "auth.kind": { ...kind, options: options?.filter(({ id }) => id !== "smart_backend") },
    });
    expect(withoutOwnKeys(schema)).toBe(schema);
  });

  it("is asked for anew where the EMR refuses what was granted, and nothing else is", () => {
    expect(withoutGrant(fhir, granted)).toEqual({ ...granted, auth: { kind: "smart_app", authorization_id: "" } });
    const other = { ...granted, auth: { kind: "client_secret", client_id: "console" } };
    expect(withoutGrant(fhir, other)).toBe(other);
  });

  it("goes on with what was typed before, at the address of the sign-in", () =>
    expect(signedIn({ at_once: 1 }, { values: { base_url: "x", at_once: 4 }, authorization: granted })).toEqual({
      base_url: granted.base_url,
      at_once: 4,
    }));
});
