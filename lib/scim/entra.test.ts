import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { ENTERPRISE, ERROR, newScimToken, type ScimDirectory, scimDirectory, USER } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";

// The requests that Microsoft documents for Entra ID's provisioning service and makes in its SCIM validator: a user with all
// attributes of the mapping, one change after the other, and in both ways in which Entra ID writes a PATCH.

testDatabase();

let directory: ScimDirectory;
let userName: string;
let id: string;

const WHOLE = {
  schemas: [USER, ENTERPRISE],
  active: true,
  displayName: "Elfrieda Urban",
  title: "Nurse",
  emails: [{ type: "work", value: "elfrieda@mail.example", primary: true }],
  preferredLanguage: "hi",
  name: {
    givenName: "Elfrieda",
    familyName: "Urban",
    formatted: "Elfrieda Cindy Urban",
    middleName: "Cindy",
    honorificPrefix: "Dr.",
    honorificSuffix: "III",
  },
  addresses: [
    {
      type: "work",
      formatted: "25928 Katlyn Row\nPort Sierra",
      streetAddress: "25928 Katlyn Row",
      locality: "Port Sierra",
      region: "West",
      postalCode: "cx47 4mz",
      primary: true,
      country: "Sierra Leone",
    },
  ],
  phoneNumbers: [
    { type: "work", value: "10-040-1308", primary: true },
    { type: "mobile", value: "10-040-1309" },
    { type: "fax", value: "10-040-1310" },
  ],
  [ENTERPRISE]: {
    employeeNumber: "701984",
    department: "Front desk",
    costCenter: "4130",
    organization: "Riverside",
    division: "Care",
    manager: { value: "26118915" },
  },
  roles: [{ primary: true, display: "Reader", value: "reader", type: "app" }],
  userType: "Employee",
  nickName: "Elfie",
  locale: "en-US",
  timezone: "America/Guayaquil",
  profileUrl: "https://intra.example/elfrieda",
};

beforeEach(async () => {
  const admin = await signIn(await makeLinkedAccount(), "admin");
  directory = scimDirectory((await newScimToken(admin)).token);
  userName = `Elfrieda.${newId()}@Clinic.example`;
  const made = await directory.create({ ...WHOLE, userName, externalId: "0a21f0f2" });
  expect(made.status).toBe(201);
  ({ id } = made.body);
});

const shown = async () => {
  const { meta, id: _id, ...attributes } = (await directory.read(id)).body;
  return attributes;
};

it("stores and shows every attribute of a user as it was sent", async () => {
  expect(await shown()).toEqual({ ...WHOLE, userName, externalId: "0a21f0f2" });
});

it("is refused a second user with the same userName in another case, and with the same externalId", async () => {
  for (const given of [{ userName: userName.toUpperCase() }, { userName: `x${userName}`, externalId: "0a21f0f2" }]) {
    const { status, body } = await directory.create(given);
    expect([status, body.schemas, body.scimType]).toEqual([409, [ERROR], "uniqueness"]);
  }
});

/** Every form of filter that Entra ID sends, or the documents of its attribute mapping name. */
const FILTERS: [string, number][] = [
  ['userName eq "USER"', 1],
  ['userName eq "UPPER"', 1],
  ['userName eq "nobody@clinic.example"', 0],
  ['externalId eq "0a21f0f2"', 1],
  ['externalId eq "0A21F0F2"', 0],
  ['emails[type eq "work"].value eq "Elfrieda@mail.example"', 1],
  ['emails[type eq "home"].value eq "elfrieda@mail.example"', 0],
  ['emails.value eq "elfrieda@mail.example"', 1],
  ['emails eq "elfrieda@mail.example"', 1],
  ['emails[type eq "work" and value co "@mail.example"]', 1],
  [`${USER}:userName eq "USER"`, 1],
  [`${ENTERPRISE}:employeeNumber eq "701984"`, 1],
  [`${ENTERPRISE}:manager.value eq "26118915"`, 1],
  ['(userName eq "USER") and (active eq true)', 1],
  ['userName eq "USER" and active eq "False"', 0],
  ['userName eq "USER" AND externalId Eq "0a21f0f2"', 1],
  ['USERNAME eq "USER"', 1],
  ['name.familyName sw "urb" and not (title pr and title ne "Nurse")', 1],
  ['userName eq "nobody@clinic.example" or nickName ew "FIE"', 1],
  ['displayName co "da Ur" and meta.created gt "2020-01-01T00:00:00Z"', 1],
  ["entitlements pr", 0],
  ["nickName eq null", 1],
];

it.each(FILTERS)("finds by the filter %s: %i", async (filter, total) => {
  const asked = filter.replace('USER"', `${userName}"`).replace("UPPER", userName.toUpperCase());
  const { status, body } = await directory.find(asked);
  const found = body.Resources?.filter((each: { id: string }) => each.id === id).length;
  // The admin who made the token has no nickname.
  expect([status, filter.endsWith("null") ? body.totalResults : found]).toEqual([200, total]);
});

const ADDRESS = "new.elfrieda@clinic.example";

/** Changes by PATCH: operations, and what is shown then. */
const CHANGES: [string, object[], object][] = [
  [
    "attributes one by one, without the flag for compliance",
    [
      { op: "Replace", path: "displayName", value: "Pvlo" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "TestBcwqnm@test.example" },
      { op: "Replace", path: "name.givenName", value: "Gtfd" },
      { op: "Replace", path: "name.familyName", value: "Pkqf" },
      { op: "Replace", path: "externalId", value: "Eqpj" },
      { op: "Replace", path: `${ENTERPRISE}:employeeNumber`, value: "42" },
    ],
    {
      displayName: "Pvlo",
      emails: [{ type: "work", value: "TestBcwqnm@test.example", primary: true }],
      name: { ...WHOLE.name, givenName: "Gtfd", familyName: "Pkqf", formatted: "Gtfd Pkqf" },
      externalId: "Eqpj",
      [ENTERPRISE]: { ...WHOLE[ENTERPRISE], employeeNumber: "42" },
    },
  ],
  [
    "attributes in one value, with the flag",
    [
      { op: "replace", path: 'emails[type eq "work"].value', value: "TestMhvaes@test.example" },
      {
        op: "replace",
        value: {
          displayName: "Bjfe",
          "name.givenName": "Kkom",
          "name.familyName": "Unua",
          [`${ENTERPRISE}:employeeNumber`]: "Aklq",
        },
      },
    ],
    {
      displayName: "Bjfe",
      emails: [{ type: "work", value: "TestMhvaes@test.example", primary: true }],
      name: { ...WHOLE.name, givenName: "Kkom", familyName: "Unua", formatted: "Kkom Unua" },
      [ENTERPRISE]: { ...WHOLE[ENTERPRISE], employeeNumber: "Aklq" },
    },
  ],
  [
    "a family name alone",
    [{ op: "Replace", path: "name.familyName", value: "updatedFamilyName" }],
    { name: { ...WHOLE.name, familyName: "updatedFamilyName", formatted: "Elfrieda updatedFamilyName" } },
  ],
  ["a string that was not there", [{ op: "Add", path: "nickName", value: "Babs" }], { nickName: "Babs" }],
  ["the userName", [{ op: "Replace", path: "userName", value: ADDRESS }], { userName: ADDRESS }],
  [
    "the userName by its full name",
    [{ op: "Replace", path: `${USER}:userName`, value: ADDRESS }],
    { userName: ADDRESS },
  ],
  [
    "a manager by the id alone",
    [{ op: "Add", path: `${ENTERPRISE}:manager`, value: "999" }],
    { [ENTERPRISE]: { ...WHOLE[ENTERPRISE], manager: { value: "999" } } },
  ],
  [
    "a manager by an object",
    [{ op: "Replace", path: `${ENTERPRISE}:manager`, value: { value: "998" } }],
    { [ENTERPRISE]: { ...WHOLE[ENTERPRISE], manager: { value: "998" } } },
  ],
  [
    "no manager any more",
    [{ op: "Remove", path: `${ENTERPRISE}:manager` }],
    { [ENTERPRISE]: { ...WHOLE[ENTERPRISE], manager: undefined } },
  ],
  [
    "a value of a type that was not there",
    [{ op: "Add", path: 'phoneNumbers[type eq "home"].value', value: "10-040-1311" }],
    { phoneNumbers: [...WHOLE.phoneNumbers, { type: "home", value: "10-040-1311" }] },
  ],
  [
    "a value less",
    [{ op: "Remove", path: 'phoneNumbers[type eq "fax"]' }],
    { phoneNumbers: WHOLE.phoneNumbers.slice(0, 2) },
  ],
  [
    "one address, part by part",
    [
      { op: "Replace", path: 'addresses[type eq "work"].locality', value: "Bo" },
      { op: "Replace", path: 'addresses[type eq "work"].postalCode', value: "1" },
    ],
    { addresses: [{ ...WHOLE.addresses[0], locality: "Bo", postalCode: "1" }] },
  ],
  [
    "the same attribute several times, of which the last counts",
    [
      { op: "Replace", path: "title", value: "One" },
      { op: "Remove", path: "title" },
      { op: "Add", path: "title", value: "Two" },
    ],
    { title: "Two" },
  ],
  [
    "a new primary value",
    [{ op: "Add", path: "emails", value: [{ type: "home", value: "e@home.example", primary: true }] }],
    {
      emails: [
        { type: "work", value: "elfrieda@mail.example", primary: false },
        { type: "home", value: "e@home.example", primary: true },
      ],
    },
  ],
];

it.each(CHANGES)("changes %s", async (_what, operations, after) => {
  const before = await shown();
  expect((await directory.patch(id, ...operations)).status).toBe(200);
  const wanted = { ...before, ...after };
  expect(await shown()).toEqual(JSON.parse(JSON.stringify(wanted)));
});

/** Every form in which a directory writes that somebody is no longer active. */
const DEACTIVATIONS: [string, object[]][] = [
  ["the text False", [{ op: "Replace", path: "active", value: "False" }]],
  ["a truth value", [{ op: "replace", path: "active", value: false }]],
  ["a value object", [{ op: "replace", value: { active: false } }]],
  ["a value object with a text", [{ op: "Replace", value: { active: "False" } }]],
  ["the full name as path", [{ op: "replace", path: `${USER}:active`, value: false }]],
  ["the full name as path, with a text", [{ op: "Replace", path: `${USER}:active`, value: "false" }]],
  ["the full name in other case", [{ op: "replace", path: `${USER.toUpperCase()}:ACTIVE`, value: "FALSE" }]],
  ["the full name as key", [{ op: "replace", value: { [`${USER}:active`]: false } }]],
  ["the full name as key, with a text", [{ op: "Add", value: { [`${USER}:active`]: "False" } }]],
  ["the schema as key", [{ op: "replace", value: { [USER]: { active: false } } }]],
  [
    "a rename at once, as for a deleted person",
    [
      { op: "Replace", path: "active", value: "False" },
      { op: "Replace", path: "userName", value: "0a21f0f28d2a4f8ebf987363c4aed4efelfrieda@clinic.example" },
    ],
  ],
  [
    "a rename at once, in one value",
    [{ op: "replace", value: { userName: "0a21f0f28d2a4f8ebf987363c4aed4efelfrieda@clinic.example", active: false } }],
  ],
];

it.each(DEACTIVATIONS)("deactivates by %s, and reactivates", async (_what, operations) => {
  const off = await directory.patch(id, ...operations);
  expect([off.status, off.body.active]).toEqual([200, false]);
  expect((await shown()).active).toBe(false);
  const on = await directory.patch(id, { op: "Replace", path: "active", value: "True" });
  expect([on.status, on.body.active]).toEqual([200, true]);
});

describe("an operation that cannot be done", () => {
  const REFUSED: [string, object, string][] = [
    ["another attribute", { op: "Add", path: "members", value: [{ value: "1" }] }, "invalidPath"],
    ["an unknown extension", { op: "Add", path: "urn:custom:2.0:User:tag", value: "1" }, "invalidPath"],
    ["an unknown part", { op: "Replace", path: "name.nickName", value: "x" }, "invalidPath"],
    ["an unknown attribute in a value", { op: "replace", value: { active: false, shoeSize: "9" } }, "invalidPath"],
    ["an unreadable path", { op: "Replace", path: 'emails[type eq "work".value', value: "x" }, "invalidFilter"],
    ["a filter of one value", { op: "Replace", path: 'title[type eq "work"]', value: "x" }, "invalidPath"],
    ["no value that is described", { op: "Replace", path: 'emails[type co "x"].value', value: "x" }, "noTarget"],
    ["nothing to remove", { op: "Remove" }, "noTarget"],
    ["the id", { op: "Replace", path: "id", value: "7" }, "mutability"],
    ["groups", { op: "Add", value: { groups: [{ value: "7" }] } }, "mutability"],
    ["no userName", { op: "Remove", path: "userName" }, "mutability"],
    ["no active", { op: "Remove", path: "active" }, "mutability"],
    ["a userName that is no address", { op: "Replace", path: "userName", value: "elfrieda" }, "invalidValue"],
    ["another truth", { op: "Replace", path: "active", value: "maybe" }, "invalidValue"],
    ["another type", { op: "Replace", path: "displayName", value: ["x"] }, "invalidValue"],
  ];

  it.each(REFUSED)("is an error, and the others of its request are undone: %s", async (_what, operation, scimType) => {
    const before = await directory.read(id);
    const { status, body } = await directory.patch(id, { op: "Replace", path: "title", value: "Other" }, operation);
    expect([status, body.schemas, body.scimType]).toEqual([400, [ERROR], scimType]);
    expect((await directory.read(id)).body).toEqual(before.body);
  });
});

it("deletes a user once", async () => {
  expect((await directory.remove(id)).status).toBe(204);
  for (const answer of [
    await directory.read(id),
    await directory.remove(id),
    await directory.patch(id, { op: "Remove", path: "title" }),
  ]) {
    expect([answer.status, answer.body.status]).toEqual([404, "404"]);
  }
});

it("reads the schemas, which list what is stored, and asks for parts of a user", async () => {
  const { body } = await directory.ask("GET", "/Schemas");
  const listed = Object.fromEntries(
    body.Resources.map(({ id: urn, attributes }: { id: string; attributes: { name: string }[] }) => [
      urn,
      attributes
        .map(({ name }) => name)
        .filter((name) => !["ims", "photos", "entitlements", "x509Certificates"].includes(name)),
    ]),
  );
  const { [ENTERPRISE]: work, schemas, ...core } = WHOLE;
  expect(listed[USER].sort()).toEqual([...Object.keys(core), "userName", "externalId"].sort());
  expect(listed[ENTERPRISE].sort()).toEqual(Object.keys(work).sort());
  const one = await directory.ask(
    "GET",
    `/Users/${id}?attributes=userName,name.familyName,emails.value,${ENTERPRISE}:department`,
  );
  expect(one.body).toEqual({
    schemas,
    id,
    userName,
    name: { familyName: "Urban" },
    emails: [{ value: "elfrieda@mail.example" }],
    [ENTERPRISE]: { department: "Front desk" },
  });
  const without = await directory.find(`id eq "${id}"`, `&excludedAttributes=emails,meta,name.formatted,${ENTERPRISE}`);
  const { emails: _emails, [ENTERPRISE]: _work, ...others } = await shown();
  const { formatted: _formatted, ...name } = others.name;
  expect(without.body.Resources).toEqual([{ ...others, id, name }]);
});
