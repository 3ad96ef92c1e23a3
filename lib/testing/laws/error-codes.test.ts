import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./source-files.ts";

/** The rooms that answer over HTTP, and so know its statuses. All others refuse by a code (lib/kernel/domain-error.ts). */
const ANSWERING = /^lib\/(?:api|mcp|scim|server)\//;
/** What speaks HTTP to servers of others, or runs in a browser, reads statuses and throws errors that have them. */
const ASKING = /^lib\/(?:browser|client|egress|emr|emr-directory|testing)\//;

/** An error that is made by a status, one that has HTTP's headers, and the class of those. */
const BY_STATUS =
  /new \w+(?:Error|Refused|Refusal)\(\s*[45]\d\d\b|\bthrow (?:new )?\w+\([^;]*?,\s*[45]\d\d\s*,?\s*\);|\bHttpError\b/;
const HEADER = /["'](?:retry-after|www-authenticate)["']/i;

const breaks = (source: string): boolean => BY_STATUS.test(source) || HEADER.test(source);

/** What reads a header of an answer or a request, and refuses nothing by it. */
const READS_HEADERS = ["lib/jobs/emr-webhooks/receive.ts", "lib/webhooks/deliveries/send.ts"];

const sources = globSync("lib/**/*.ts", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts") && !ANSWERING.test(file) && !ASKING.test(file) && !READS_HEADERS.includes(file),
);

describe("the domain", () => {
  it("refuses by a code, and leaves statuses and headers to those who answer", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => breaks(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  });

  it.each([
    'throw new DomainError(409, "It is closed");',
    'throw invalid(\n  problem("name", "is taken"),\n  409,\n);',
    'new ScimError(\n  400, "invalidValue")',
    'throw new HttpError(status, "No");',
    'tooMany("Wait", { headers: { "Retry-After": "1" } })',
  ])("would be found to break that by %j", (source) => {
    expect(breaks(source)).toBe(true);
  });
});
