import { expect, it } from "vitest";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { schemaOf } from "#lib/emr/connections";
import { ofConnection, refusalWords, refusedPart } from "./connection-failure.ts";

const failure = (...errors: [field: string, message: string][]) => {
  const message = errors.map((each) => each.join(" ")).join("; ");
  const body = { success: false as const, message, errors: errors.map(([field, said]) => ({ field, message: said })) };
  return new ApiFailure(400, message, { body });
};

const SECRET = ["connection.auth.client_secret", "is refused by the EMR (invalid_client)"] as [string, string];

it("says a refusal with the labels of the form, not with the names of the API", () => {
  const schema = schemaOf("fhir");
  expect(refusalWords(schema, failure(SECRET))).toBe("Client secret is refused by the EMR (invalid_client)");
  expect(refusalWords(schema, failure(["connection.mrn_system", "must be known"]))).toBe(
    "System of the MRN must be known",
  );
  expect(refusalWords(schema, failure())).toBe("");
  expect(refusalWords(schema, new ApiFailure(0, "No answer from the server"))).toBe("No answer from the server");
  expect(refusalWords(null, failure(SECRET))).toBe(SECRET.join(" "));
});

it("tells the form that a refusal of a link is about", () => {
  expect(refusedPart(failure(SECRET))).toBe("connection");
  expect(refusedPart(failure(["connection.visit_statuses[0].code", "must be unique"]))).toBe("records");
  expect(refusedPart(failure(["connection.mrn_system", "is empty"], SECRET))).toBe("connection");
  expect(refusedPart(failure(["name", "must be a non-empty string"]))).toBeNull();
  expect(refusedPart(new Error("no"))).toBeNull();
});

it("names the fields as the form of the connection does", () => {
  expect(ofConnection(failure(SECRET))).toMatchObject({ errors: [{ field: "auth.client_secret" }] });
});
