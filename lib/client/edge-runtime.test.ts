import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { expect, it } from "vitest";

const ENTRY = fileURLToPath(new URL("./package/index.ts", import.meta.url));

/** Runs in the edge runtime: web interfaces alone, without `process`, `Buffer`, `require` or Node.js's modules. */
const PROGRAM = `(async () => {
  const { createClient, signWebhook, verifyWebhook } = client;
  const records = createClient({ baseUrl, credentials: { client_id: "c", client_secret: "s", access_token: "t" } });
  const { payment_id } = await records.payments.create({
    patient_mrn: "M", payment_method: "Cash", reference_number: "R", location: "L", amount: 1,
  });
  const heard = [];
  for await (const { event } of records.events()) {
    heard.push(event.type);
    if (heard.length === 2) break;
  }
  const secret = "whsec_" + btoa("of the edge");
  const body = JSON.stringify({ id: "e", type: "payment.created", data: { payment_id } });
  const headers = await signWebhook({ id: "e", body }, secret);
  const request = (text) => new Request("https://edge.example/", { method: "POST", headers, body: text });
  const verified = await verifyWebhook(request(body), secret);
  const forged = await verifyWebhook(request(body + " "), secret).catch(({ message }) => message);
  return { has: [typeof process, typeof Buffer, typeof require], payment_id, heard, verified, forged };
})()`;

it("calls, hears the stream and verifies webhooks in an edge runtime", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/v1/events/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const id of [1, 2]) response.write(`id: ${id}\nevent: event\ndata: {"type":"payment.created"}\n\n`);
    } else {
      response.writeHead(202, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: true, payment_id: "p", job_id: 1 }));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { outputFiles } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "client",
    });
    const edge = new EdgeVM();
    edge.context.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    edge.evaluate(outputFiles[0]?.text ?? "");
    expect(await edge.evaluate(PROGRAM)).toEqual({
      has: ["undefined", "undefined", "undefined"],
      payment_id: "p",
      heard: ["payment.created", "payment.created"],
      verified: { id: "e", type: "payment.created", data: { payment_id: "p" } },
      forged: "The signature is wrong",
    });
  } finally {
    server.close().closeAllConnections();
  }
});
