import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { openApiDocument } from "./document.ts";

/**
 * `/appointments/ehr/cancel` fits two paths of the interface (additions §2): an id here is a UUID, so that it is never the
 * address of a cancellation.
 */
const OF_THE_INTERFACE = [["no-ambiguous-paths", "#/paths/~1appointments~1{id}~1cancel"]];

it("passes the recommended rules of Redocly", { tags: "long" }, async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(openApiDocument());
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual(OF_THE_INTERFACE);

  // The same rules find what is wrong.
  const broken = await lintFromString({
    source: source.replaceAll('"listPatients"', '"list patients"'),
    absoluteRef: "/openapi.json",
    config,
  });
  expect(broken.some(({ severity }) => severity === "error")).toBe(true);
});
