import { expect, it } from "vitest";
import { openApiDocument } from "./document.ts";
import { postmanCollection } from "./postman.ts";

interface Field {
  key: string;
  value: string;
  disabled?: boolean;
}

interface Item {
  name: string;
  request: { method: string; header: Field[]; url: { path: string[]; query?: Field[] }; body?: { raw: string } };
  response: { code: number; body: string }[];
}

const SERVER = "https://records.example/v1";
const document = openApiDocument({ audience: "integrators", server: SERVER });
const collection = postmanCollection(document);
const items = collection.item.flatMap(({ item }) => item as Item[]);

it("has a request for every operation, with the server and the credentials as variables", () => {
  const routes = items.map(({ request: { method, url } }) => `${method} /${url.path.join("/")}`);
  expect(routes).toEqual(expect.arrayContaining(["GET /patients/:mrn", "POST /payments"]));
  expect(routes).toHaveLength(Object.values(document.paths).flatMap((operations) => Object.keys(operations)).length);
  expect(collection.variable).toEqual([
    { key: "baseUrl", value: SERVER },
    { key: "client_id", value: "" },
    { key: "client_secret", value: "" },
    { key: "access_token", value: "" },
  ]);
  for (const { request } of items) {
    expect(request.header.slice(0, 3).map(({ value }) => value)).toEqual([
      "{{client_id}}",
      "{{client_secret}}",
      "{{access_token}}",
    ]);
  }
});

it("sends nothing that is not required until it is ticked", () => {
  const payment = items.find(({ request: { method, url } }) => method === "POST" && url.path.join() === "payments");
  expect(payment?.request.header.slice(3).map(({ key, disabled }) => [key, disabled])).toEqual([
    ["Idempotency-Key", true],
    ["X-Corrects-Job", true],
  ]);
  const availability = items.find(({ request }) => request.url.path.join() === "availability");
  const required = availability?.request.url.query?.filter(({ disabled }) => !disabled).map(({ key }) => key);
  expect(required).toEqual(["start_date", "end_date"]);
});

it("has the samples as bodies and saved answers", () => {
  const payment = items.find(({ request: { method, url } }) => method === "POST" && url.path.join() === "payments");
  expect(JSON.parse(payment?.request.body?.raw ?? "")).toMatchObject({ amount: 45.5, patient_mrn: "MRN-100042" });
  expect(payment?.response[0]?.code).toBe(202);
  expect(JSON.parse(payment?.response[0]?.body ?? "")).toMatchObject({ success: true, job_id: 1042 });
});
