import { forgetSingleton } from "#lib/kernel/singleton";

/** Makes this process one that was started with these keys: `ENCRYPTION_KEYS_PREVIOUS` comma-separated. */
export function startWithKeys(ENCRYPTION_KEY: string, ENCRYPTION_KEYS_PREVIOUS = ""): void {
  Object.assign(process.env, { ENCRYPTION_KEY, ENCRYPTION_KEYS_PREVIOUS });
  forgetSingleton("environment");
  forgetSingleton("secret-box");
}
