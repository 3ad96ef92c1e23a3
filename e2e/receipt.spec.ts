import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { payerOf } from "./support/payments.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

/** Replaces the inbox at INTERNAL_URL: answers 500 at first, and forwards everything once it is repaired. */
class BrokenInbox {
  readonly #server: Server;
  target: string | null = null;
  refused = 0;

  constructor() {
    this.#server = createServer((incoming, outgoing) => {
      if (!this.target) {
        this.refused++;
        incoming.resume();
        outgoing.writeHead(500).end();
        return;
      }
      const passed = forward(`${this.target}${incoming.url}`, { method: incoming.method, headers: incoming.headers });
      incoming.pipe(passed);
      passed.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.writeHead(502).end());
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let dataDir: string;
let product: Product;
let inbox: BrokenInbox;

test.beforeAll(async () => {
  dataDir = await newDemoDir();
  inbox = new BrokenInbox();
  product = await startProduct({ dataDir, variables: { INTERNAL_URL: await inbox.start() } });
});

test.afterAll(async () => {
  await product.stop();
  await inbox.stop();
  await removeDataDir(dataDir);
});

test("a panel shows Running while the inbox answers 500 after the job has completed, and changes on the retry", {
  tag: "@long",
}, async ({ page }) => {
  const { demo } = product;
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  await console.fillPayment({ patient: await payerOf(demo), amount: "19.99", reference: "E2E-INBOX" });
  await console.send();

  const jobs = async () => {
    const answer = await fetch(`${demo.base_url}/jobs?limit=1`, { headers: apiHeaders(demo) });
    return ((await answer.json()) as { jobs: { status: string }[] }).jobs;
  };
  await expect.poll(async () => (await jobs())[0]?.status).toBe("completed");
  await expect.poll(() => inbox.refused).toBeGreaterThan(0);
  await expect(console.step).toContainText("Running");

  inbox.target = demo.console_url;
  await expect(console.step).toContainText("Completed", { timeout: 30_000 });
});
