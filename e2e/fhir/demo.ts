import { once } from "node:events";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { newDataDir, removeDataDir, startProduct } from "../support/product.ts";
import { userOf } from "../support/session.ts";
import { linkServer } from "./link-server.ts";

// `npm run demo:fhir` starts a FHIR server with a clinic, and a new demo whose console is linked to it. Both end, and their
// data with them, on Ctrl-C.

const PORT = Number(process.env.PORT ?? 3000);

const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
const say = (text: string) => process.stdout.write(`${text}\n`);

const server = await startMedplum();
const dataDir = await newDataDir();
try {
  await server.load(clinicResources(new Date()));
  say(`A FHIR server with a clinic: ${server.baseUrl}\nStarting the console …`);
  const product = await startProduct({ dataDir, port: PORT });
  try {
    const { email, password } = userOf(product.demo, "admin");
    const account = await linkServer(product.demo, server.baseUrl);
    say(
      `The console, linked to that server: ${product.demo.console_url}/a/${account}\n  Sign in  ${email}  ${password}`,
    );
    say("Ctrl-C ends both and removes their data.");
    await ended;
  } finally {
    await product.stop();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await server.stop();
  await removeDataDir(dataDir);
}
