import { UsageError } from "./cli-errors.ts";
import type { ClientOptions } from "./face.d.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the deployment and the credentials from the environment. Throws a UsageError that names what is missing. */
export function clientOptionsOf(env: Environment): ClientOptions {
  const named = (name: string) => env[name]?.trim() ?? "";
  const missing = ["RECORDS_URL", "CLIENT_ID", "CLIENT_SECRET", "ACCESS_TOKEN"].filter((name) => named(name) === "");
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(", ")} in the environment`);
  if (!URL.canParse(named("RECORDS_URL"))) throw new UsageError("RECORDS_URL must be an address that ends in /v1");
  return {
    baseUrl: named("RECORDS_URL"),
    credentials: {
      client_id: named("CLIENT_ID"),
      client_secret: named("CLIENT_SECRET"),
      access_token: named("ACCESS_TOKEN"),
    },
  };
}
