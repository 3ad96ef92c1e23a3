import { expect, it } from "vitest";
import { CONNECTIONS } from "#lib/emr/connections";
import { connectionFields } from "./connection-fields.ts";

const schema = CONNECTIONS.records_api;
if (!schema) throw new Error("This EMR type has a connection");

it("derives the inputs of a connection from its schema, with secrets as passwords", () => {
  expect(connectionFields(schema)).toEqual({
    base_url: { label: "Base URL", help: "Address of its API, which ends in /v1", type: "url" },
    client_id: { label: "Client id", help: "Sent as client_id", type: "text" },
    client_secret: { label: "Client secret", type: "password" },
    access_token: { label: "Access token", type: "password" },
    webhook_secret: { label: "Webhook secret", help: expect.stringContaining("Signs its events"), type: "password" },
  });
});

it("says which stored secrets may stay empty", () => {
  const { client_secret, access_token } = connectionFields(schema, ["client_secret"]);
  expect(client_secret?.help).toBe("Empty keeps the stored one, if the address stays");
  expect(access_token?.help).toBeUndefined();
});

it("lets those stored secrets be removed that the connection can do without", () => {
  const fields = connectionFields(schema, ["client_secret", "webhook_secret"]);
  const removable = Object.entries(fields).flatMap(([name, field]) => (field.removable ? [name] : []));
  expect(removable).toEqual(["webhook_secret"]);
  expect(connectionFields(schema).webhook_secret?.removable).toBeUndefined();
});
