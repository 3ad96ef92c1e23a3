/** @module-tag long */
import { beforeAll, describe, expect, it } from "vitest";
import { todayIn } from "#lib/kernel/dates";
import { ask } from "#lib/testing/api";
import { type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

process.env.RATE_LIMIT_PER_MINUTE = "1000000";
const database = testDatabase();
let clinic: FullClinic;

interface Schema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  items?: Schema;
}
interface Parameter {
  name: string;
  schema: Schema;
}

/** A request with something that may not be what the caller meant. */
interface Trial {
  /** What the query has in place of the parameter. */
  given: [name: string, value: string][];
  /** `refused`: 400 alone; `known`: as without brackets, or as a list by commas; `told`: 400, a warning, or other rows than without it. */
  expected: "refused" | "known" | "told";
}

/** A search by words, the place in a list and its order: without a value they have their default. */
const NARROW_NOTHING = ["query", "limit", "cursor", "page", "page_size", "sort"];

const today = todayIn("America/New_York");
const days = { start_date: "2020-01-01", end_date: "2039-12-31" };

/** What a read must be asked, so that it answers rows. */
const ASKED: Record<string, Record<string, string>> = {
  "/appointments": days,
  "/availability": { start_date: today, end_date: today },
  "/day-closings/preview": { date: today },
  "/downtime-packets/sheet": { day: today },
  "/emr-sign-in": { base_url: "https://ehr.example/r4" },
  "/visit-status-times": { date: today },
};

const queryOf = (operation: DescribedRoute["operation"]): Parameter[] =>
  operation.parameters.flatMap((each) => ("name" in each && each.in === "query" ? [each as Parameter] : []));

const reads = describedRoutes.flatMap((route) => {
  const parameters = route.method === "GET" ? queryOf(route.operation) : [];
  return parameters.length > 0 ? [{ path: route.path, route, parameters }] : [];
});

const NOTHING = "no-such-value-7";
const IMPOSSIBLE_DAYS = [
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "2026-2-3",
  "02/03/2026",
  "20260203",
  "yesterday",
  "2026-03-02T10:00:00Z",
];
const IMPOSSIBLE_MOMENTS = [
  "2026-02-30T10:00:00Z",
  "2026-03-02T25:00:00Z",
  "2026-03-02",
  "2026-03-02T10:00:00",
  "1772445600",
  "yesterday",
];
const NO_NUMBERS = ["0x1", "1e2", "+1", "1.0", "-1", "0", "1,000", " 1", "1 ", "one", "\u0661", "Infinity"];
const NO_FLAGS = ["1", "0", "yes", "no", "TRUE", "True", "on", "t", "null"];

const isFlag = ({ type, enum: values = [] }: Schema): boolean =>
  type === "boolean" || (values.length > 0 && values.every((each) => each === "true" || each === "false"));

/** Returns a value that narrows a list, if it is understood. */
function narrowing({ type, format, enum: values, items }: Schema): string {
  if (type === "array") return narrowing(items ?? {});
  if (type === "integer" || type === "number") return "1";
  if (type === "boolean") return "true";
  if (format === "date") return "2026-03-02";
  if (format === "date-time") return "2026-03-02T10:00:00Z";
  return values?.[0] ?? NOTHING;
}

/** Returns values that are none of their type. */
function wrongOf(schema: Schema): string[] {
  const { type, format, enum: values, items, minimum } = schema;
  if (type === "array") return wrongOf(items ?? {});
  if (type === "integer" || type === "number") return NO_NUMBERS.filter((text) => minimum !== 0 || text !== "0");
  if (isFlag(schema)) return NO_FLAGS;
  if (format === "date") return IMPOSSIBLE_DAYS;
  if (format === "date-time") return IMPOSSIBLE_MOMENTS;
  return values ? [values[0]?.toUpperCase() ?? "", `${values[0]}x`, "*", "all"] : [];
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** Names that are near a parameter's, and those that clients make of a list. */
const otherNames = (name: string): string[] =>
  [
    name.toUpperCase(),
    camelCase(name),
    name.replaceAll("_", "-"),
    name.replaceAll("_", ""),
    name.slice(0, -1),
    `${name}s`,
    `${name} `,
    `filter[${name}]`,
    `${name}[eq]`,
    `${name}.0`,
  ].filter((each) => each !== name);

function trialsOf({ name, schema }: Parameter, known: readonly string[]): Trial[] {
  const value = narrowing(schema);
  const isList = schema.type === "array";
  const bracketed: [string, string][][] = [[[`${name}[]`, value]], [[`${name}[0]`, value]]];
  const odd =
    schema.enum || schema.format || schema.type !== "string" ? [] : ["..", "%", "_", "*", "'", "null", "undefined"];
  return [
    ...otherNames(name)
      .filter((other) => !known.includes(other))
      .map((other) => ({ given: [[other, value]], expected: "told" }) as Trial),
    ...bracketed.map((given): Trial => ({ given, expected: "known" })),
    ...(NARROW_NOTHING.includes(name)
      ? []
      : ["", " ", "\t", ",", " , "].map((each): Trial => ({ given: [[name, each]], expected: "told" }))),
    ...odd.map((each): Trial => ({ given: [[name, each]], expected: "told" })),
    ...wrongOf(schema).map((each): Trial => ({ given: [[name, each]], expected: "refused" })),
    ...(isList
      ? [
          {
            given: [
              [name, value],
              [name, value],
            ],
            expected: "known",
          } as Trial,
          { given: [[name, `${value},${value}`]], expected: "known" } as Trial,
          {
            given: [
              [`${name}[1]`, value],
              [`${name}[0]`, value],
            ],
            expected: "known",
          } as Trial,
        ]
      : [
          {
            given: [
              [name, value],
              [name, value],
            ],
            expected: "refused",
          } as Trial,
          { given: [[name, `${value},${value}`]], expected: "told" } as Trial,
        ]),
  ];
}

/** Returns the windows among a read's parameters, each with its ends in the wrong order. */
function reversedWindows(parameters: readonly Parameter[]): Trial[] {
  const names = parameters.map(({ name }) => name);
  const ends = [
    ["start_date", "end_date"],
    ...names.filter((name) => name.endsWith("_after")).map((name) => [name, name.replace(/_after$/, "_before")]),
  ];
  return ends.flatMap(([first = "", last = ""]) => {
    const format = parameters.find(({ name }) => name === first)?.schema.format;
    if (!names.includes(first) || !names.includes(last)) return [];
    const [later, earlier] =
      format === "date" ? ["2026-03-09", "2026-03-02"] : ["2026-03-09T00:00:00Z", "2026-03-02T00:00:00Z"];
    return [
      {
        given: [
          [first, later],
          [last, earlier],
        ],
        expected: "refused",
      } as Trial,
    ];
  });
}

const withoutBrackets = (name: string): string => name.replace(/\[\d*\]$/, "");

async function answerTo(route: DescribedRoute, given: readonly (readonly [string, string])[]) {
  const isGiven = (name: string) => given.some(([each]) => withoutBrackets(each) === name);
  const query = Object.entries(ASKED[route.path] ?? {}).filter(([name]) => !isGiven(name));
  const text = new URLSearchParams([...query, ...given].map(([name, value]) => [name, value])).toString();
  const { status, text: body } = await ask(route, {
    headers: clinic.headersFor(route),
    params: clinic.paramsOf(route.path),
    query: `?${text}`,
  });
  const {
    warnings = [],
    errors = [],
    ...rows
  } = JSON.parse(body, (name, value) => (name === "composed_at" ? null : value));
  return { status, warnings: warnings as string[], errors: errors as { field: string }[], rows: JSON.stringify(rows) };
}

type Answer = Awaited<ReturnType<typeof answerTo>>;

/** Returns what is wrong with the answer to a trial; null if nothing is. */
function wrongIn({ given, expected }: Trial, answer: Answer, all: Answer, plain: Answer): string | null {
  const names = given.map(([name]) => name);
  if (answer.status === 400 && expected === "known" && plain.status === 400) return null;
  if (answer.status === 400) {
    if (expected === "known") return "is refused";
    return answer.errors.some(({ field }) => names.some((name) => [name, withoutBrackets(name)].includes(field)))
      ? null
      : "is refused without its name";
  }
  // A record that the parameter names is unknown.
  if (answer.status === 404 && (expected === "told" || plain.status === 404)) return null;
  if (answer.status !== 200) return `is answered with ${answer.status}`;
  if (expected === "refused") return "is taken";
  if (expected === "known") return answer.rows === plain.rows ? null : "differs from the plain parameter";
  const isNamed = names.some((name) => answer.warnings.some((warning) => warning.includes(name)));
  return isNamed || answer.rows !== all.rows ? null : "is answered with everything, in silence";
}

beforeAll(async () => {
  clinic = await openFullClinic(database);
  // Reading the audit log adds entries to it.
  ASKED["/audit-log"] = { created_before: new Date().toISOString() };
  ASKED["/sandbox/writes"] = clinic.paramsOf("/jobs/{job_id}");
});

describe("a read that is asked otherwise than was meant", () => {
  let tried = 0;

  it.each(reads)("$path", async ({ route, parameters }) => {
    const known = parameters.map(({ name }) => name);
    const all = await answerTo(route, []);
    expect([route.path, all.status]).toEqual([route.path, 200]);
    const found: string[] = [];
    const attempt = async (trial: Trial, plain: Answer) => {
      tried += 1;
      const wrong = wrongIn(trial, await answerTo(route, trial.given), all, plain);
      if (wrong) found.push(`${trial.given.map((pair) => pair.join("=")).join("&")} ${wrong}`);
    };
    for (const parameter of parameters) {
      const plain = await answerTo(route, [[parameter.name, narrowing(parameter.schema)]]);
      for (const trial of trialsOf(parameter, known)) await attempt(trial, plain);
    }
    for (const trial of reversedWindows(parameters)) await attempt(trial, all);
    expect(found).toEqual([]);
  });

  it("was tried with every parameter of every read", () => {
    expect(reads.length).toBeGreaterThanOrEqual(43);
    expect(tried).toBeGreaterThan(6_800);
  });
});
