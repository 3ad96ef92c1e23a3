import { SECOND_STEP } from "#lib/sign-in/return-address";
import { type Refusal, throttled, UNREACHABLE } from "./refusal.ts";
import { words } from "./words.ts";

const WRONG: Refusal = {
  title: words.noMatch,
  next: words.checkBoth,
};

/** The reason ends in the seconds to wait (app/api/auth). */
const secondsIn = (reason: string) => Number(/:(\d+)$/.exec(reason)?.[1] ?? 60);

/** The outcome of a password: a session, a second factor that must follow, or a refusal. */
export type SignInOutcome = "signed-in" | "second-step" | Refusal;

/** Signs in by password. A refusal does not reveal whether the address is registered. */
export async function trySignIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    const { signIn } = await import("next-auth/react");
    const answer = await signIn("credentials", { redirect: false, email, password });
    if (answer?.ok && !answer.error) {
      return answer.url && new URL(answer.url).pathname === SECOND_STEP ? "second-step" : "signed-in";
    }
    if (answer?.status === 429) return throttled(secondsIn(answer.error ?? ""));
    return answer?.status === 401 ? WRONG : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
