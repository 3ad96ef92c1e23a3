import { expect, it } from "vitest";
import { z } from "zod";
import { createPayment } from "#lib/resources/payments/create/definition";
import { defineCommand } from "./command.ts";
import { defineOperation } from "./operation.ts";
import { defineQuery, noQuery } from "./query.ts";

const query = {
  path: "/notices",
  summary: "List notices",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ notices: z.array(z.string()) }),
  read: async () => ({ notices: [] }),
} as const;

const command = {
  method: "POST",
  path: "/notices",
  summary: "Post a notice",
  permission: "sandbox:update",
  status: 200,
  input: z.object({}),
  body: z.object({}),
  execute: async () => ({}),
} as const;

// Checked by the compiler: a `@ts-expect-error` without an error below it is an error.
it("is a required part of each definition, typed by its parameters", () => {
  expect(defineQuery({ ...query, embed: "account" }).embed).toBe("account");
  expect(defineCommand({ ...command, embed: "open" }).embed).toBe("open");
  // @ts-expect-error A query must state how it keeps an embedded view within its patient.
  expect(defineQuery(query).embed).toBeUndefined();
  // @ts-expect-error The query has no such parameter.
  expect(defineQuery({ ...query, embed: { narrows: "patient_mrn" } }).embed).toBeDefined();
  // @ts-expect-error The answer has no such key.
  expect(defineQuery({ ...query, embed: { answer: "notice" } }).embed).toBeDefined();
  // @ts-expect-error A command must state this as well.
  expect(defineCommand(command).embed).toBeUndefined();
  const { embed, ...operation } = createPayment;
  expect(embed).toBe("patient");
  // @ts-expect-error An operation must state this as well.
  expect(defineOperation(operation).embed).toBeUndefined();
});
