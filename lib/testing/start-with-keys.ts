import { forgetSingleton } from "#lib/kernel/singleton";

/** Configures this process as if started with these keys; `ENCRYPTION_KEYS_PREVIOUS` is comma-separated. */
export function startWithKeys(ENCRYPTION_KEY: string, ENCRYPTION_KEYS_PREVIOUS = ""): void {
  Object.assign(process.env, { ENCRYPTION_KEY, ENCRYPTION_KEYS_PREVIOUS });
  forgetSingleton("environment");
  forgetSingleton("secret-box");
}
