import { describe, expect, it } from "vitest";
import { CONNECTIONS } from "#lib/emr/connections";
import { connectionFields, connectionOf, untouchedConnection, withStoredSecrets } from "./connection-fields.ts";

const { records_api: schema, fhir } = CONNECTIONS;
if (!schema || !fhir) throw new Error("These EMR types have a connection");

const secret = { type: "password", required: true };

it("derives the inputs of a connection from its schema, with secrets as passwords", () => {
  expect(connectionFields(schema)).toEqual({
    base_url: { label: "Base URL", help: "Address of its API, which ends in /v1", type: "url", required: true },
    client_id: { label: "Client id", help: "Sent as client_id", type: "text", required: true },
    client_secret: { label: "Client secret", ...secret },
    access_token: { label: "Access token", ...secret },
    dialect: {
      label: "Dialect",
      help: expect.stringContaining("speaks this interface"),
      type: "kind",
      required: false,
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
    },
    calls_per_minute: {
      label: "Calls per minute",
      help: expect.stringContaining("learned"),
      type: "number",
      required: false,
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
        { id: "smart_backend", name: "SMART Backend Services" },
        { id: "client_secret", name: "Client id and secret" },
        { id: "smart_app", name: "Sign in at the EMR (SMART App Launch)" },
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
    expect(untouchedConnection(fhir)).toEqual({ auth: { kind: "smart_backend" }, subscriptions: "off" }));

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
