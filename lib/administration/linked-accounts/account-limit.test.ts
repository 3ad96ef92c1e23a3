import { beforeAll, expect, it } from "vitest";
import { PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST } from "#app/v1/linked-accounts/route.ts";
import { call } from "#lib/testing/call";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.ACCOUNTS_PER_ORGANIZATION = "3";
testDatabase();

let admin: Record<string, string>;

beforeAll(async () => {
  admin = await signIn(await makeLinkedAccount(), "admin");
});

const link = () =>
  call(POST, "POST", "/linked-accounts", {
    headers: admin,
    body: { name: "Further", emr_type: "sandbox", timezone: "America/New_York" },
  });

const setActive = (id: string, active: boolean) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers: admin, params: { id }, body: { active } });

it("links as many accounts as the operator allows, also by requests at once, and counts those that are linked", async () => {
  const answers = await Promise.all([link(), link(), link(), link()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message:
      "The organization has 3 linked accounts, the most that this deployment allows: unlink one first; nothing was saved",
  });
  const made = answers.find(({ status }) => status === 201)?.body.linked_account.id;
  expect((await setActive(made, false)).status).toBe(200);
  expect((await link()).status).toBe(201);
  expect((await setActive(made, true)).status).toBe(409);
  expect((await setActive(made, false)).status).toBe(200);
  const other = await signIn(await makeLinkedAccount(), "admin");
  expect(
    (
      await call(POST, "POST", "/linked-accounts", {
        headers: other,
        body: { name: "Another", emr_type: "sandbox", timezone: "America/New_York" },
      })
    ).status,
  ).toBe(201);
});
