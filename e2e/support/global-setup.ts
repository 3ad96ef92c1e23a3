import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startFakeCollector } from "#lib/testing/fake-collector";
import { startOpenIdProvider } from "#lib/testing/openid-provider";
import { onOwnersConnection } from "./as-owner.ts";
import { copyDataDir, newDataDir, type Product, removeDataDir, startProduct } from "./product.ts";
import { SPANS_FILE } from "./spans-file.ts";

/** All specs share two users, who together exceed the default limit. */
const RATE_LIMIT_PER_MINUTE = "6000";

/**
 * Starts one product for the whole run, with a new data directory, an OpenID provider and a collector of traces. Its
 * first start prepares the demo that `newDemoDir` copies. Both starts are timed while no test runs
 * (lifecycle.spec.ts). Returns a function that stops and removes them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [dataDir, prepared] = [await newDataDir(), await newDataDir()];
  // The provider signs in any email address that is entered (organization-account.spec.ts).
  const provider = await startOpenIdProvider(`http://127.0.0.1:${process.env.E2E_PORT}/api/auth/callback/oidc`);
  const collector = await startFakeCollector((text) => appendFileSync(join(dataDir, SPANS_FILE), text));
  const start = () =>
    startProduct({
      dataDir,
      port: Number(process.env.E2E_PORT),
      // canary.spec.ts searches the complete log.
      variables: {
        RATE_LIMIT_PER_MINUTE,
        LOG_LEVEL: "trace",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        ...provider.variables,
      },
    });
  let product: Product | undefined;
  const end = async () => {
    await product?.stop();
    await Promise.all([provider.stop(), collector.stop()]);
    await Promise.all([dataDir, prepared].map(removeDataDir));
  };
  try {
    const firstAsked = Date.now();
    product = await start();
    const first = Date.now() - firstAsked;
    // Specs change the simulated EMR under the product, stop it and count what is read from it: nothing reads it by itself, but
    // for freshness.spec.ts, which sets the interval of its account again.
    await onOwnersConnection({ dataDir }, "UPDATE linked_account SET sync_interval_minutes = 0", []);
    await product.stop();
    await copyDataDir(dataDir, prepared);
    const secondAsked = Date.now();
    product = await start();
    Object.assign(process.env, {
      E2E_DATA_DIR: dataDir,
      E2E_PREPARED_DEMO: prepared,
      E2E_FIRST_START_MS: String(first),
      E2E_SECOND_START_MS: String(Date.now() - secondAsked),
    });
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}
