import { once } from "node:events";
import { parseArgs } from "node:util";
import { startHostedServer } from "./server.ts";
import { readVariant, type Variants } from "./variants.ts";

// Starts the hosted service by itself, to put a console in front of it by hand:
// `npm run demo:hosted -- --port 4800 --delay 2000 --lost 0.2 --variant currentPage=page`. It ends on Ctrl-C.

const USAGE =
  "usage: npm run demo:hosted -- [--port 4800] [--delay milliseconds] [--lost share] [--variant name=value] …";

const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4800" },
      delay: { type: "string", default: "2000" },
      lost: { type: "string", default: "0" },
      variant: { type: "string", multiple: true, default: [] },
    },
  });
  const variants: Partial<Variants> = Object.assign({}, ...values.variant.map(readVariant));
  const [port, workMs, lost] = [values.port, values.delay, values.lost].map(Number) as [number, number, number];
  if (![port, workMs, lost].every((number) => number >= 0)) throw new Error("port, delay and lost must be numbers");
  const server = await startHostedServer({ port, variants, times: { workMs } });
  server.faults.ofEvent = () => (Math.random() < lost ? "lost" : "sent");
  const { base_url, client_id, client_secret, access_token } = server.connection;
  say("A hosted service of the interface with a clinic:");
  say(`  base address   ${base_url}`);
  say(`  client_id      ${client_id}`);
  say(`  client_secret  ${client_secret}`);
  say(`  access_token   ${access_token}`);
  say(`  curl -H 'client_id: ${client_id}' -H 'client_secret: ${client_secret}' -H 'access_token: ${access_token}' \\`);
  say(`    ${base_url}/locations`);
  say("Ctrl-C ends it.");
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.stop();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
  process.exitCode = 1;
}
