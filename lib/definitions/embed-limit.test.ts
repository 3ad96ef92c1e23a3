import { expect, it } from "vitest";
import { z } from "zod";
import { createPayment } from "#lib/resources/payments/create/definition";
import { defineChange } from "./change.ts";
import { defineOperation } from "./operation.ts";
import { defineRead, noQuery } from "./read.ts";

const read = {
  path: "/notices",
  summary: "List notices",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ notices: z.array(z.string()) }),
  read: async () => ({ notices: [] }),
} as const;

const change = {
  method: "POST",
  path: "/notices",
  summary: "Post a notice",
  permission: "sandbox:update",
  status: 200,
  input: z.object({}),
  body: z.object({}),
  change: async () => ({}),
} as const;

// Checked by the compiler: a `@ts-expect-error` without an error below it is an error.
it("is a required part of each definition, typed by its parameters", () => {
  expect(defineRead({ ...read, embed: "account" }).embed).toBe("account");
  expect(defineChange({ ...change, embed: "open" }).embed).toBe("open");
  // @ts-expect-error A read must say how it keeps an embedded view within its patient.
  expect(defineRead(read).embed).toBeUndefined();
  // @ts-expect-error The read has no such parameter.
  expect(defineRead({ ...read, embed: { narrows: "patient_mrn" } }).embed).toBeDefined();
  // @ts-expect-error The answer has no such key.
  expect(defineRead({ ...read, embed: { answer: "notice" } }).embed).toBeDefined();
  // @ts-expect-error A change must say it, too.
  expect(defineChange(change).embed).toBeUndefined();
  const { embed, ...operation } = createPayment;
  expect(embed).toBe("patient");
  // @ts-expect-error And an operation.
  expect(defineOperation(operation).embed).toBeUndefined();
});
