/** @module-tag long */
import { beforeAll, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import {
  ERROR,
  LIST,
  newScimToken,
  PATCH,
  type ScimDirectory,
  type Sent,
  scimDirectory,
  USER,
} from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";
import type { Method } from "./endpoint.ts";

// The requests of Okta's public test of SCIM 2.0 servers ("Okta SCIM 2.0 SPEC Test"), in its order, and those that Okta
// sends when it pushes and deactivates people, with what each must be answered. {name} stands for a value from before.

testDatabase();

interface Step {
  test: string;
  method: Method;
  path: string;
  body?: unknown;
  sent?: Sent;
  status: number;
  /** Values by their path in the answer; a function judges them. */
  answer?: Record<string, unknown>;
  /** Values that later steps use, by their path. */
  keep?: Record<string, string>;
}

const there = (value: unknown) => value !== undefined && value !== null && value !== "";
const isNumber = (value: unknown) => typeof value === "number";
const has = (wanted: string) => (value: unknown) => Array.isArray(value) && value.includes(wanted);

const NEW = {
  schemas: [USER],
  userName: "{userName}",
  name: { givenName: "{givenName}", familyName: "{familyName}" },
  emails: [{ primary: true, value: "{email}", type: "work" }],
  displayName: "{givenName} {familyName}",
  active: true,
};

const PUSHED = { ...NEW, id: "{id}", name: { givenName: "Renamed", familyName: "{familyName}" }, groups: [] };

const STEPS: Step[] = [
  {
    test: "required: the first page of users",
    method: "GET",
    path: "/Users?count=1&startIndex=1",
    status: 200,
    answer: {
      Resources: there,
      schemas: has(LIST),
      itemsPerPage: isNumber,
      startIndex: isNumber,
      totalResults: isNumber,
      "Resources.0.id": there,
      "Resources.0.name.familyName": there,
      "Resources.0.name.givenName": there,
      "Resources.0.userName": there,
      "Resources.0.active": there,
      "Resources.0.emails.0.value": there,
    },
    keep: { first: "Resources.0.id" },
  },
  {
    test: "required: a user by id",
    method: "GET",
    path: "/Users/{first}",
    status: 200,
    answer: {
      id: "{first}",
      "name.familyName": there,
      "name.givenName": there,
      userName: there,
      active: there,
      "emails.0.value": there,
    },
  },
  {
    test: "required: a userName that nobody has",
    method: "GET",
    path: '/Users?filter=userName eq "nobody@okta.example"',
    status: 200,
    answer: { schemas: has(LIST), totalResults: 0 },
  },
  {
    test: "required: an id that nobody has",
    method: "GET",
    path: "/Users/00919288221112222",
    status: 404,
    answer: { detail: there, schemas: has(ERROR) },
  },
  {
    test: "required: the random user is not there",
    method: "GET",
    path: '/Users?filter=userName eq "{email}"',
    status: 200,
    answer: { schemas: has(LIST), totalResults: 0 },
  },
  {
    test: "required: create a user with realistic values",
    method: "POST",
    path: "/Users",
    body: NEW,
    sent: { type: "application/json" },
    status: 201,
    answer: {
      active: true,
      id: there,
      "name.familyName": "{familyName}",
      "name.givenName": "{givenName}",
      schemas: has(USER),
      userName: "{userName}",
    },
    keep: { id: "id" },
  },
  {
    test: "required: the user was created",
    method: "GET",
    path: "/Users/{id}",
    status: 200,
    answer: { userName: "{userName}", "name.familyName": "{familyName}", "name.givenName": "{givenName}" },
  },
  {
    test: "required: the same user a second time",
    method: "POST",
    path: "/Users",
    body: { ...NEW, emails: [{ primary: true, value: "{userName}", type: "work" }] },
    sent: { type: "application/json" },
    status: 409,
  },
  {
    test: "required: a userName in capitals",
    method: "GET",
    path: '/Users?filter=userName eq "{capitals}"',
    status: 200,
    answer: { totalResults: 1 },
  },
  { test: "optional: groups", method: "GET", path: "/Groups", status: 200, answer: { totalResults: 0, Resources: [] } },
  {
    test: "required: status 401",
    method: "GET",
    path: '/Users?filter=userName eq "{capitals}"',
    sent: { authorization: "non-token" },
    status: 401,
    answer: { detail: there, status: "401", schemas: has(ERROR) },
  },
  {
    test: "required: status 404",
    method: "GET",
    path: "/Users/00919288221112222",
    status: 404,
    answer: { detail: there, status: "404", schemas: has(ERROR) },
  },
  {
    test: "a profile push by PUT",
    method: "PUT",
    path: "/Users/{id}",
    body: PUSHED,
    status: 200,
    answer: { "name.givenName": "Renamed", userName: "{userName}", active: true },
  },
  {
    test: "a deactivation by PATCH without a path",
    method: "PATCH",
    path: "/Users/{id}",
    body: { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] },
    status: 200,
    answer: { active: false },
  },
  {
    test: "a deactivated user is still there",
    method: "GET",
    path: '/Users?filter=userName eq "{userName}"&startIndex=1&count=100',
    status: 200,
    answer: { totalResults: 1, "Resources.0.active": false },
  },
  {
    test: "a deactivated user is created again",
    method: "POST",
    path: "/Users",
    body: NEW,
    status: 409,
    answer: { scimType: "uniqueness" },
  },
  {
    test: "a reactivation by PUT",
    method: "PUT",
    path: "/Users/{id}",
    body: PUSHED,
    status: 200,
    answer: { active: true, "name.givenName": "Renamed" },
  },
  {
    test: "a PUT that renames and deactivates",
    method: "PUT",
    path: "/Users/{id}",
    body: { ...PUSHED, userName: "former.{userName}", active: false },
    status: 200,
    answer: { active: false, userName: "former.{userName}" },
  },
];

let directory: ScimDirectory;
const known: Record<string, string> = {};

beforeAll(async () => {
  const admin = await signIn(await makeLinkedAccount(), "admin");
  directory = scimDirectory((await newScimToken(admin, { name: "Okta" })).token);
  const userName = `Runscope300.${newId()}@okta.example`;
  const names = { givenName: "Runscope", familyName: `Tester ${newId().slice(-5)}` };
  Object.assign(known, { userName, capitals: userName.toUpperCase(), email: `mail.${userName}`, ...names });
});

const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "");
const valueAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

it.each(STEPS)("$method, $test", async ({ method, path, body, sent, status, answer = {}, keep = {} }) => {
  const given = body === undefined ? undefined : filled(JSON.stringify(body));
  const answered = await directory.ask(method, filled(path), given, sent);
  const judged = Object.entries(answer).map(([name, wanted]) => {
    const value = valueAt(answered.body, name);
    return [name, typeof wanted === "function" ? wanted(value) || value : value];
  });
  const wanted = Object.entries(answer).map(([name, each]) => [
    name,
    typeof each === "function" ? true : typeof each === "string" ? filled(each) : each,
  ]);
  expect([answered.status, ...judged]).toEqual([status, ...wanted]);
  for (const [name, at] of Object.entries(keep)) known[name] = String(valueAt(answered.body, at));
});
