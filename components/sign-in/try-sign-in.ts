import { type Refusal, throttled, UNREACHABLE } from "./refusal.ts";

const WRONG: Refusal = {
  title: "That email and password don’t match",
  next: "Check both and try again.",
};

/** The reason ends in the seconds to wait (app/api/auth). */
const secondsIn = (reason: string) => Number(/:(\d+)$/.exec(reason)?.[1] ?? 60);

/**
 * Signs in; returns null on success, otherwise the refusal, which does not reveal whether the address is registered.
 */
export async function trySignIn(email: string, password: string): Promise<Refusal | null> {
  try {
    const { signIn } = await import("next-auth/react");
    const answer = await signIn("credentials", { redirect: false, email, password });
    if (answer?.ok && !answer.error) return null;
    if (answer?.status === 429) return throttled(secondsIn(answer.error ?? ""));
    return answer?.status === 401 ? WRONG : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
