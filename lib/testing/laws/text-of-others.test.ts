import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import type { EmrResponse } from "#lib/egress/emr-client";
import { learnClock } from "#lib/emr/fhir/auth/server-clock";
import { tokenOf } from "#lib/emr/fhir/auth/token-answer";
import { typesNamedIn } from "#lib/emr/fhir/bulk/fewer-types";
import { contradictedBy } from "#lib/emr/fhir/contradiction";
import { namedConcept } from "#lib/emr/fhir/named-concept";
import * as fhir from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import { idInLocation } from "#lib/emr/fhir/probe/writes/basics";
import { attachmentOf } from "#lib/emr/fhir/reading/attachments";
import { allWords, dayOf, firstMomentOf, timeOf, words } from "#lib/emr/fhir/reading/elements";
import { addressOf, contactOf, mrnOf, nameOf } from "#lib/emr/fhir/reading/people";
import { containedIn, idIn } from "#lib/emr/fhir/reading/references";
import { REFERRAL_FIELDS } from "#lib/emr/fhir/referral-fields";
import { writtenId } from "#lib/emr/fhir/writing/written-id";
import { jsonOf } from "#lib/emr/http/json";
import { limitOf } from "#lib/emr/http/limits";
import { unquoted } from "#lib/emr/http/unquoted";
import { signatureOf } from "#lib/emr/records-api/dialects/interface/signature";
import { fileNameOf } from "#lib/emr/records-api/documents";
import { patient } from "#lib/emr/records-api/records";
import * as remote from "#lib/emr/records-api/remote";
import { parseRows, saysCut } from "#lib/emr/records-api/rows";
import { csvCell } from "#lib/kernel/csv";
import { momentOf } from "#lib/kernel/moments";
import { nearName } from "#lib/kernel/near-name";
import { retryAfterMs } from "#lib/kernel/retry-after";
import { alertOf } from "#lib/resources/forms/alert";
import { birthDatesAt } from "#lib/resources/patients/search-dates";
import { searchTextOf } from "#lib/resources/patients/search-text";
import { proposedMeaning } from "#lib/resources/visit-statuses/proposed-meaning";
import { readReplacement } from "#lib/scim/document";
import { parseFilter } from "#lib/scim/filter";
import { readPatch } from "#lib/scim/patch";
import { keptExchange } from "#lib/webhooks/deliveries/exchange";
import { growsTooFast, repeated, shortest } from "../growth.ts";
import { ROOT, sourceFiles } from "./source-files.ts";

const LENGTH = 10_000;
/** An expression whose time grows with the text's length takes a hundredth of this, another one ten times as much. */
const MOST_MS = 15;

/** Repeated characters and groups that make careless expressions look for their end from every place. */
const SEEDS = [..."aA0 \t\n\"'“[(<{\\/@,;:.-_=&%", "\r\n", "a ", "a,", "0-", "aA0_-."];

/** Returns the regular expressions that a file writes. */
function expressionsOf(file: string): RegExp[] {
  const found: RegExp[] = [];
  new Visitor({
    Literal(node) {
      if ("regex" in node) found.push(new RegExp(node.regex.pattern, node.regex.flags));
    },
  }).visit(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program);
  return found;
}

/** Returns the texts of which an expression may begin to match again and again: its own characters and words. */
function ownSeeds({ source }: RegExp): string[] {
  const plain = source.replaceAll(/[\\^$()[\]{}|?*+]/g, "");
  return [
    ...new Set([...plain, ...[...plain].map((each) => `${each} `), ...(plain.match(/[A-Za-z]{2,}/g) ?? []), plain]),
  ];
}

const isSlow = (expression: RegExp, text: string): boolean =>
  shortest(() => (expression.global ? text.replaceAll(expression, "…") : text.search(expression)), MOST_MS) > MOST_MS;

it("no expression takes longer than in proportion to its text", { tags: "long" }, () => {
  const slow = sourceFiles.flatMap((file) =>
    expressionsOf(file).flatMap((expression) => {
      const seeds = [...SEEDS, ...ownSeeds(expression)].filter((seed) => seed !== "");
      const seed = seeds.find((each) => {
        const text = repeated(each, LENGTH);
        return isSlow(expression, text) || isSlow(expression, `${text}\n!`);
      });
      return seed === undefined ? [] : [`${file}: ${expression} on ${JSON.stringify(seed)}`];
    }),
  );
  expect(slow).toEqual([]);
});

const answer = (status: number, body: string, headers: Record<string, string> = {}): EmrResponse => ({
  status,
  headers,
  body: Buffer.from(body),
});

const outcome = (issue: unknown) => answer(422, JSON.stringify({ resourceType: "OperationOutcome", issue }));

const headed = (text: string) =>
  Object.fromEntries(
    ["retry-after", "ratelimit-limit", "location", "content-location", "date", "content-disposition"].map((name) => [
      name,
      text,
    ]),
  );

const refused = <Result>(read: () => Result): Result | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const BASE = "https://emr.example/fhir";
const resource = (text: string) => ({
  resourceType: "ServiceRequest",
  id: text,
  meta: { lastUpdated: text, versionId: text },
  status: text,
  priority: text,
  note: [{ text }],
  reasonCode: [{ text, coding: [{ code: text, display: text }] }],
  performerType: { text, coding: [{ system: text, code: text }] },
  occurrencePeriod: { start: text, end: text },
  locationReference: [{ reference: text }],
  extension: [{ url: text, valueReference: { reference: text } }],
  name: [{ use: text, family: text, given: [text] }],
  telecom: [{ system: "phone", value: text }],
  address: [{ line: [text], city: text }],
  identifier: [{ system: text, value: text }],
  content: [{ attachment: { contentType: text, title: text, url: text } }],
});

const row = (text: string) =>
  Object.fromEntries(
    ["mrn", "ehr_id", "first_name", "last_name", "dob", "gender", "phone"].map((name) => [name, text]),
  );

/** What reads texts of EMRs, of OpenID providers, of receivers and of directories. */
const READERS: Record<string, (text: string) => unknown> = {
  "the words of a FHIR server's refusal": (text) =>
    fhir.messageOf(
      outcome([{ code: text, diagnostics: text, details: { text }, expression: [text], location: [text] }]),
    ),
  "a FHIR server's many issues": (text) =>
    fhir.refusalOf(outcome(Array.from({ length: text.length / 50 }, () => ({ diagnostics: text.slice(0, 20) })))),
  "a FHIR server's refusal as it is": (text) => fhir.refusalOf(answer(403, text, headed(text))),
  "a FHIR server's answer to a write": (text) => [
    fhir.isDone(answer(200, text)),
    writtenId(answer(201, text, headed(text)), "Task"),
    idInLocation(text),
    typesNamedIn(text, ["Patient", "Slot"]),
  ],
  "a remote's refusal": (text) =>
    remote.refusalOf(answer(409, JSON.stringify({ message: text, [text]: text }), headed(text))),
  "a remote's refusal as it is": (text) => remote.refusalOf(answer(403, text)),
  "a quoted credential": (text) => unquoted(answer(400, text), ["Bearer secret"]),
  "a page of very many resources": (text) => {
    const entries = Array.from({ length: text.length / 20 }, (_, place) => ({
      id: String(place),
      text: text.slice(0, 9),
    }));
    const holder = { contained: entries };
    return entries.map((each) => [fhir.statesFailure(each), containedIn(holder, { reference: `#${each.id}` })]);
  },
  "a limit of calls": (text) => [limitOf(answer(403, ""), text), limitOf(answer(429, "", headed(text)), text)],
  "a token's answer": (text) => [
    refused(() => tokenOf(answer(200, JSON.stringify({ access_token: text, token_type: text })), [], "client_secret")),
    refused(() =>
      tokenOf(answer(400, JSON.stringify({ error: text, error_description: text })), ["secret"], "client_secret"),
    ),
    refused(() =>
      tokenOf(answer(400, JSON.stringify({ error: "x", error_description: text })), ["secret"], "client_secret"),
    ),
    learnClock("https://emr.example", answer(200, "", headed(text))),
  ],
  "the name of a file": (text) => [
    fileNameOf(text),
    fileNameOf(`filename=${text}`),
    fileNameOf(`filename="${text}`),
    fileNameOf(`filename*=UTF-8''${text}`),
  ],
  "a reference": (text) =>
    [text, `${text}x/Patient/1`, `Patient/${text}`, `${BASE}/Patient/1/_history/${text}`].map((reference) =>
      idIn({ reference }, "Patient", BASE),
    ),
  "an address": (text) => [ownAddress(text, BASE), contradictedBy(text, 400), ownAddress(`${BASE}/${text}`, BASE)],
  "a date": (text) => [
    timeOf(text, "UTC"),
    firstMomentOf(text, "UTC"),
    dayOf(text),
    momentOf(text, "UTC"),
    momentOf(`2026-01-01T00:00:00${text}`, "UTC"),
    birthDatesAt([text], 0),
  ],
  "a FHIR resource": (text) => {
    const found = resource(text);
    for (const field of Object.values(REFERRAL_FIELDS)) field.of(found);
    return [
      nameOf(found),
      contactOf(found, "phone"),
      addressOf(found.address),
      mrnOf(found, undefined),
      words(found.performerType),
      namedConcept(found.performerType),
      attachmentOf(found),
      allWords(found.reasonCode),
    ];
  },
  "a remote's record": (text) => parseRows([row(text), row("1")], patient, ["ehr_id"]),
  "a remote's warning": (text) => saysCut({ warnings: [text] }),
  "a patient's name": (text) => searchTextOf({ firstName: text, lastName: text, mrn: text, phone: text, dob: text }),
  "a visit status": (text) => proposedMeaning(text),
  "the text of a question": (text) =>
    alertOf({
      emrQuestionId: "1",
      text,
      required: false,
      type: "text",
      options: [{ value: "1", label: text, score: 1 }],
    }),
  "a receiver's answer": (text) =>
    keptExchange(
      { "webhook-signature": "v1,abc" },
      { headers: { ...headed(text), [text]: text }, body: Buffer.from(text), cut: false },
    ),
  "Retry-After": (text) => [retryAfterMs(text, { mostMs: 1 }), retryAfterMs(`Mon${text}`, { mostMs: 1 })],
  "an event's signature": (text) =>
    signatureOf("whsec_c2VjcmV0", { text, headers: new Headers({ "webhook-id": "1", "webhook-timestamp": "1" }) }),
  "a directory's filter": (text) => [
    refused(() => parseFilter(text)),
    refused(() => parseFilter(`userName eq "${text}"`)),
    refused(() => parseFilter(`userName eq "${text}`)),
  ],
  "a directory's user": (text) => [
    refused(() => readReplacement({ userName: text, name: { givenName: text, familyName: text } })),
    refused(() =>
      readReplacement({
        userName: "robin@clinic.example",
        roles: [text],
        externalId: text,
        active: text,
        [text]: text,
      }),
    ),
  ],
  "a directory's change": (text) => [
    refused(() => readPatch({ Operations: [{ op: "replace", path: text, value: text }] })),
    refused(() => readPatch({ Operations: [{ op: "replace", path: `roles[${text}`, value: text }] })),
    refused(() => readPatch({ Operations: [{ op: text }] })),
  ],
  "an unknown field": (text) => nearName(text, ["patient_mrn", "amount"]),
  "a cell of a spreadsheet": (text) => csvCell(text),
  JSON: (text) => jsonOf(answer(200, text)),
};

const INPUTS = [
  ..."aA0 \"'“[(<{\\/@,;:=.\t",
  "\u0315\u0316",
  "é",
  '{"a":',
  '{"a":1},',
  "[[",
  "a@",
  "Patient/",
  "<div>",
  "filename=",
  "1 ",
  "no more ",
];

describe("JSON of others that is nested a million levels deep", () => {
  it.each([
    ["arrays", "["],
    ["objects", '{"a":'],
  ])("is read as none: %s", (_what, opening) => {
    const deep = `{"resourceType":"OperationOutcome","issue":${opening.repeat(1_000_000)}`;
    const closed = `${deep}1${(opening === "[" ? "]" : "}").repeat(1_000_000)}}`;
    for (const body of [deep, closed]) {
      expect(jsonOf(answer(200, body))).toBeNull();
      expect(fhir.messageOf(answer(422, body))).toBe("The EMR answered with the status 422");
      expect(remote.messageOf(answer(422, body))).toBe("The EMR answered with the status 422");
    }
  });

  it("is read up to 64 levels, whatever brackets its texts have", () => {
    const nested = (levels: number) => `{"a":"[[\\"[{","b":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(jsonOf(answer(200, nested(64)))).toHaveProperty("b");
    expect(jsonOf(answer(200, nested(65)))).toBeNull();
  });
});

describe("1 MB takes at most 15 times as long as 100 kB", { tags: "long" }, () => {
  it.each(Object.entries(READERS))("for %s", (_what, read) => {
    const slow = INPUTS.filter((input) => growsTooFast(read, input));
    expect(slow).toEqual([]);
  });
});
