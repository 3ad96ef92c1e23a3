import { isPassing } from "#lib/browser/api/api-failure";

const FIRST_PAUSE_MS = 500;

/** Calls `send`, and retries up to `retries` times while it fails for a transient reason. Throws the last failure. */
export async function sendAgain<Answer>(send: () => Promise<Answer>, retries: number): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await send();
    } catch (error) {
      if (failures >= retries || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 3 ** failures));
    }
  }
}
