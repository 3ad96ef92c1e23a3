import { expect, test } from "vitest";
import { allowedFields, logger } from "./logger.ts";

test("a log line contains only listed fields", () => {
  const given = {
    route: "GET /v1/patients/{mrn}",
    status: 200,
    patient_mrn: "MRN-1",
    url: "/v1/patients/MRN-1",
    authorization: "Bearer secret",
    err: new Error("Patient MRN-1"),
  };
  expect(allowedFields(given)).toEqual({ route: "GET /v1/patients/{mrn}", status: 200 });
});

test("the level follows LOG_LEVEL", () => {
  expect(logger.level).toBe(process.env.LOG_LEVEL);
});
