/** @module-tag long */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import {
  ENTERPRISE,
  ERROR,
  newScimToken,
  PATCH,
  type ScimDirectory,
  scimDirectory,
  USER,
} from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";
import { readReplacement, type UserChange } from "./document.ts";
import { readPatch } from "./patch.ts";
import { ScimError } from "./scim-error.ts";

testDatabase();

let directory: ScimDirectory;
let userName: string;
let id: string;
let before: object;

beforeAll(async () => {
  directory = scimDirectory((await newScimToken(await signIn(await makeLinkedAccount(), "admin"))).token);
});

beforeEach(async () => {
  userName = `${newId()}@clinic.example`;
  const made = await directory.create({
    userName,
    title: "Nurse",
    name: { givenName: "Robin", familyName: "Lee" },
    phoneNumbers: [{ type: "work", value: "1" }],
  });
  ({ id } = made.body);
  before = made.body;
});

const MULTIPLE = ["emails", "phoneNumbers", "ims", "photos", "addresses", "entitlements", "roles", "x509Certificates"];

/** Values of which a part cannot be kept, for an attribute of several values. */
const OF_SEVERAL: unknown[] = [
  [null, "x", {}],
  [null],
  [{}],
  {},
  [""],
  [{ value: "1", type: "work" }, {}],
  [{ value: null }],
  [{ shoeSize: "9" }],
  [{ type: {} }],
  [{ type: ["work"], value: "1" }],
  [{ value: 7, country: 7 }],
  [{ type: { value: "work" } }],
  [{ type: "work", primary: 1 }],
  [[{ type: "work" }]],
  [[]],
  [7],
  true,
  0,
];

/** Values that a single complex attribute cannot have. */
const OF_ONE: unknown[] = [
  [],
  [{ familyName: "Lee", displayName: "Lee" }],
  7,
  true,
  { shoeSize: "9" },
  { familyName: {}, displayName: {} },
];

const CASES: [string, object][] = [
  ...MULTIPLE.flatMap((name) => OF_SEVERAL.map((value): [string, object] => [name, { [name]: value }])),
  ...OF_ONE.flatMap((value): [string, object][] => [
    ["name", { name: value }],
    ["manager", { [ENTERPRISE]: { manager: value } }],
  ]),
  ...["x", 7, true, [], [{ department: "x" }]].flatMap((value): [string, object][] => [
    ["the enterprise extension", { [ENTERPRISE]: value }],
    ["the core schema", { [USER]: value }],
  ]),
  ...["title", "displayName", "externalId", "nickName", "locale"].flatMap((name) =>
    [{}, [], ["x"], 7, true].map((value): [string, object] => [name, { [name]: value }]),
  ),
  ...[{}, [], [true], 1, "yes"].map((value): [string, object] => ["active", { active: value }]),
];

const unchanged = async () => expect((await directory.read(id)).body).toEqual(before);

/** Reads a change as a request's handler does before it stores it. */
const refusalOf = (read: () => UserChange): unknown => {
  try {
    return read().of({ userName, active: true });
  } catch (error) {
    return error instanceof ScimError ? error.scimType : error;
  }
};

describe("a value that cannot be kept is refused, and nothing is changed", () => {
  it.each(CASES.map(([name, given]) => [name, JSON.stringify(given), given] as const))("%s: %s", (_, __, given) => {
    for (const read of [
      () => readReplacement({ userName, ...given }),
      () => readPatch({ Operations: [{ op: "replace", value: given }] }),
      () => readPatch({ Operations: [{ op: "add", value: given }] }),
    ]) {
      expect(refusalOf(read)).toBe("invalidValue");
    }
  });

  it("by every method", async () => {
    const given = { phoneNumbers: [null, "x", {}] };
    for (const { status, body } of [
      await directory.create({ userName: `x${userName}`, ...given }),
      await directory.replace(id, { userName, ...given }),
      await directory.patch(id, { op: "replace", value: given }),
      await directory.patch(id, { op: "add", path: "phoneNumbers", value: given.phoneNumbers }),
    ]) {
      expect([status, body.schemas, body.scimType]).toEqual([400, [ERROR], "invalidValue"]);
      expect(body.detail).toContain("phoneNumbers");
    }
    await unchanged();
  });

  it.each([
    ["add", "phoneNumbers", [null, {}]],
    ["replace", "phoneNumbers", {}],
    ["remove", "phoneNumbers", [{}]],
    ["remove", "phoneNumbers", [null]],
    ["replace", 'phoneNumbers[type eq "work"]', {}],
    ["replace", 'phoneNumbers[type eq "work"]', [{ value: "2" }]],
    ["add", 'phoneNumbers[type eq "work"].value', { value: "2" }],
    ["replace", "phoneNumbers.value", ["2"]],
    ["replace", "name", { shoeSize: "9" }],
    ["replace", "name.familyName", {}],
    ["add", `${ENTERPRISE}:manager`, []],
    ["replace", ENTERPRISE, "x"],
  ])("by %s %s", async (op, path, value) => {
    const { status, body } = await directory.patch(id, { op, path, value });
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    await unchanged();
  });
});

it("takes no value from an attribute to which nothing is added", async () => {
  await directory.patch(id, { op: "add", path: "name", value: {} }, { op: "add", path: "phoneNumbers", value: [] });
  await unchanged();
});

it("has no value left where a change takes the last part of it", async () => {
  const { body } = await directory.patch(
    id,
    { op: "remove", path: "phoneNumbers.type" },
    { op: "replace", path: "phoneNumbers.value", value: null },
  );
  expect(body.phoneNumbers).toBeUndefined();
});

it("reads the names of attributes in any case", async () => {
  const made = await directory.ask("POST", "/Users", {
    SCHEMAS: [USER.toUpperCase()],
    USERNAME: `x${userName}`,
    Active: false,
    ExternalID: "7",
    NAME: { FamilyName: "Lee", GIVENNAME: "Robin" },
    EMAILS: [{ VALUE: "r@clinic.example", Type: "work", PRIMARY: true }],
    [ENTERPRISE.toUpperCase()]: { Department: "Front", MANAGER: { Value: "7" } },
  });
  const wanted = {
    userName: `x${userName}`,
    active: false,
    externalId: "7",
    name: { familyName: "Lee", givenName: "Robin" },
    emails: [{ value: "r@clinic.example", type: "work", primary: true }],
    [ENTERPRISE]: { department: "Front", manager: { value: "7" } },
  };
  expect([made.status, made.body]).toEqual([201, expect.objectContaining(wanted)]);
  expect(
    (await directory.find('EMAILS[TYPE eq "work" AND Value co "r@"] and NAME.FAMILYNAME eq "lee"')).body,
  ).toMatchObject({
    Resources: expect.arrayContaining([expect.objectContaining({ id: made.body.id })]),
  });
  const answer = await directory.ask("PATCH", `/Users/${made.body.id}`, {
    Schemas: [PATCH.toUpperCase()],
    OPERATIONS: [
      { OP: "REPLACE", Path: "ACTIVE", VALUE: true },
      { Op: "replace", PATH: 'Emails[TYPE eq "work"].VALUE', Value: "b@clinic.example" },
      { op: "Add", value: { NickName: "Rob", "NAME.middleName": "K", [`${ENTERPRISE}:DIVISION`]: "Care" } },
    ],
  });
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({
      active: true,
      nickName: "Rob",
      name: { familyName: "Lee", givenName: "Robin", middleName: "K" },
      emails: [{ value: "b@clinic.example", type: "work", primary: true }],
      [ENTERPRISE]: { department: "Front", manager: { value: "7" }, division: "Care" },
    }),
  ]);
  const part = await directory.ask("GET", `/Users/${made.body.id}?attributes=NICKNAME,Emails.VALUE`);
  expect(part.body).toMatchObject({ nickName: "Rob", emails: [{ value: "b@clinic.example" }] });
});

describe("an attribute that a request names twice is refused", () => {
  it.each<[string, object]>([
    ["in another case", { active: true, Active: false }],
    ["the userName", { userName: "a@clinic.example", USERNAME: "b@clinic.example" }],
    ["a part", { name: { familyName: "a", FamilyName: "b" } }],
    ["a part of one of several values", { emails: [{ value: "a", VALUE: "b" }] }],
    ["by its full name", { title: "a", [`${USER}:title`]: "b" }],
    ["in the object of its schema", { title: "a", [USER]: { TITLE: "b" } }],
    ["a schema", { [ENTERPRISE]: { division: "a" }, [ENTERPRISE.toUpperCase()]: { division: "b" } }],
    ["of the extension", { [ENTERPRISE]: { division: "a" }, [`${ENTERPRISE}:Division`]: "b" }],
    ["the schemas", { schemas: [USER], Schemas: [USER] }],
  ])("%s", async (_, given) => {
    const whole = { userName, ...given };
    const operation = [{ op: "replace", value: given }];
    for (const { status, body } of [
      await directory.ask("POST", "/Users", { ...whole, userName: `x${userName}` }),
      await directory.ask("PUT", `/Users/${id}`, whole),
      await directory.ask("PATCH", `/Users/${id}`, { Operations: operation }),
    ]) {
      expect([status, body.scimType]).toEqual([400, "invalidValue"]);
      expect(body.detail).toContain("twice");
    }
    await unchanged();
  });

  it.each<[string, object]>([
    ["Operations", { Operations: [{ op: "remove", path: "title" }], operations: [] }],
    ["op", { Operations: [{ op: "remove", OP: "add", path: "title", value: "x" }] }],
    ["path", { Operations: [{ op: "remove", path: "title", Path: "nickName" }] }],
    ["value", { Operations: [{ op: "add", path: "title", value: "x", Value: "y" }] }],
  ])("%s in a PATCH", async (_, body) => {
    const answer = await directory.ask("PATCH", `/Users/${id}`, body);
    expect([answer.status, answer.body.scimType]).toEqual([400, "invalidSyntax"]);
    await unchanged();
  });

  it("but not where a letter is only like another one", async () => {
    const { status, body } = await directory.replace(id, {
      userName,
      "nicK\u212aName": "x",
      "t\u0131tle": "y",
      title: "z",
    });
    expect([status, body.title, body.nickName]).toEqual([200, "z", undefined]);
  });
});

describe("a version", () => {
  it("is named in the answer, changes with the user, and is found again", async () => {
    const first = await directory.read(id);
    const version = first.body.meta.version;
    expect(version).toMatch(/^W\/"[\w-]{43}"$/);
    expect(first.headers.get("etag")).toBe(version);
    expect((await directory.find(`id eq "${id}"`)).body.Resources[0].meta.version).toBe(version);
    const seen = await directory.ask("GET", `/Users/${id}`, undefined, { headers: { "if-none-match": version } });
    expect([seen.status, seen.body, seen.headers.get("etag")]).toEqual([304, null, version]);
    const changed = await directory.patch(id, { op: "replace", path: "title", value: "Head nurse" });
    expect(changed.body.meta.version).not.toBe(version);
    expect(changed.headers.get("etag")).toBe(changed.body.meta.version);
    const anew = await directory.ask("GET", `/Users/${id}`, undefined, {
      headers: { "if-none-match": `W/"x", ${version}` },
    });
    expect(anew.status).toBe(200);
    const config = (await directory.ask("GET", "/ServiceProviderConfig")).body;
    expect(config.etag).toEqual({ supported: true });
  });

  it("that is not the present one lets nothing change", async () => {
    const { version } = (await directory.read(id)).body.meta;
    await directory.patch(id, { op: "replace", path: "title", value: "Head nurse" });
    const present = (await directory.read(id)).body;
    const change = { Operations: [{ op: "remove", path: "title" }] };
    for (const match of [version, '"x"', 'W/"x", W/"y"']) {
      for (const [method, body] of [
        ["PATCH", change],
        ["PUT", { userName }],
        ["DELETE", undefined],
      ] as const) {
        const answer = await directory.ask(method, `/Users/${id}`, body, { headers: { "if-match": match } });
        expect([answer.status, answer.body.schemas, answer.body.status]).toEqual([412, [ERROR], "412"]);
      }
    }
    expect((await directory.read(id)).body).toEqual(present);
    const broken = await directory.ask("PATCH", `/Users/${id}`, change, { headers: { "if-match": "x" } });
    expect([broken.status, broken.body.scimType]).toEqual([400, "invalidValue"]);
  });

  it("that is the present one, written as weak or strong, and any version, let it change", async () => {
    for (const written of [
      (tag: string) => tag,
      (tag: string) => tag.slice(2),
      (tag: string) => `"x", ${tag}`,
      () => "*",
    ]) {
      const { version } = (await directory.read(id)).body.meta;
      const change = { Operations: [{ op: "replace", path: "title", value: newId() }] };
      const answer = await directory.ask("PATCH", `/Users/${id}`, change, {
        headers: { "if-match": written(version) },
      });
      expect(answer.status).toBe(200);
    }
    const { version } = (await directory.read(id)).body.meta;
    expect(
      (await directory.ask("DELETE", `/Users/${id}`, undefined, { headers: { "if-match": version } })).status,
    ).toBe(204);
    expect((await directory.ask("DELETE", `/Users/${id}`, undefined, { headers: { "if-match": "*" } })).status).toBe(
      404,
    );
  });
});

it("takes no body in another encoding than its own", async () => {
  for (const encoding of ["gzip", "br", "gzip, identity", "x"]) {
    const answer = await directory.ask(
      "PUT",
      `/Users/${id}`,
      { userName },
      { headers: { "content-encoding": encoding } },
    );
    expect([answer.status, answer.body.schemas, answer.headers.get("accept-encoding")]).toEqual([
      415,
      [ERROR],
      "identity",
    ]);
  }
  await unchanged();
  const same = await directory.ask(
    "PUT",
    `/Users/${id}`,
    { userName },
    { headers: { "content-encoding": "Identity" } },
  );
  expect(same.status).toBe(200);
});
