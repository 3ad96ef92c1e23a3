import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";

/** Returns the one address to which EMRs lead back after an authorization, which vendors register. */
export function appRedirectUri(): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/api/emr-authorization/callback`;
}
