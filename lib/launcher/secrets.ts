import { randomBytes } from "node:crypto";
import { type Environment, isDemo } from "#lib/kernel/environment";
import { readPrivateJson, writePrivateJson } from "#lib/kernel/private-file";
import { StartFailure } from "#lib/kernel/start-failure";

const FILE = "secrets.json";
const NAMES = ["ENCRYPTION_KEY", "AUTH_SECRET", "RUNNER_TOKEN", "METRICS_TOKEN"] as const;
const NEEDED = ["ENCRYPTION_KEY", "AUTH_SECRET"] as const;

export type Secrets = Partial<Record<(typeof NAMES)[number], string>> & Record<(typeof NEEDED)[number], string>;

/**
 * Returns the deployment's secrets. In demo mode, missing secrets are generated at the first start and stored in the
 * data directory; otherwise they are required. Throws a StartFailure that names the missing ones.
 */
export async function deploymentSecrets(env: Environment, dataDir: string): Promise<Secrets> {
  const given = Object.fromEntries(NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  if (!isDemo(env)) {
    const missing = NEEDED.filter((name) => !given[name]);
    if (missing.length > 0) {
      throw new StartFailure(`${missing.join(" and ")} must be set without demo mode (at least 32 characters)`);
    }
    return given as Secrets;
  }
  const kept = (await readPrivateJson<Record<string, string>>(dataDir, FILE)) ?? {};
  const lacking = NAMES.filter((name) => !kept[name]);
  for (const name of lacking) kept[name] = randomBytes(32).toString("base64url");
  if (lacking.length > 0) await writePrivateJson(dataDir, FILE, kept);
  return { ...(kept as Secrets), ...given };
}

/** Replaces a stored secret for all later starts. */
export async function keepSecret(dataDir: string, name: (typeof NAMES)[number], value: string): Promise<void> {
  const kept = (await readPrivateJson<Record<string, string>>(dataDir, FILE)) ?? {};
  await writePrivateJson(dataDir, FILE, { ...kept, [name]: value });
}
