import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "#lib/api/openapi/document";
import { createPaymentSample } from "#lib/resources/payments/create/sample";
import { demoWelcome } from "./welcome.ts";

/** API responses to the reads that the example needs. */
const ANSWERS: Record<string, unknown> = {
  "/v1/patients": { patients: [{ mrn: "MRN'1" }] },
  "/v1/openapi.json": openApiDocument(),
};

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => response.end(JSON.stringify(ANSWERS[request.url?.split("?")[0] ?? ""])));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const welcome = () =>
  demoWelcome(
    {
      base_url: `${base}/v1`,
      console_url: base,
      organizations: [
        {
          name: "Riverside",
          client_id: "client",
          client_secret: "secret",
          webhook_secret: "whsec_x",
          accounts: [{ name: "Main", emr_type: "sandbox", access_token: "token", access_token_reference_id: "ref" }],
          users: [{ email: "admin@riverside.example", password: "word", role: "admin" }],
        },
      ],
    },
    { credentials: "/data/demo.json", log: "/data/server.log" },
  );

test("prints the address, a sign-in, the files, and a payment that a shell can run", async () => {
  const message = await welcome();
  expect(message).toContain(`Clinical Records Console is ready: ${base}`);
  expect(message).toContain("admin@riverside.example  word");
  expect(message).toContain("/data/demo.json");
  expect(message).toContain(`curl -X POST ${base}/v1/payments`);
  expect(message).toContain("-H 'client_secret: secret'");
  expect(message).toContain('"patient_mrn":"MRN\'\\\'\'1"');
  expect(message).toContain(`"payment_method":"${createPaymentSample.request.payment_method}"`);
});

test("prints the payment of the README with the address of the printed receiver", async () => {
  const message = await welcome();
  const address = /"callback_urls":\["([^"]+)"\]/.exec(message)?.[1];
  expect(message).toContain(`.listen(${new URL(address ?? "").port})`);
  expect(readFileSync(new URL("../../README.md", import.meta.url), "utf8")).toContain(`"callback_urls":["${address}"]`);
});
