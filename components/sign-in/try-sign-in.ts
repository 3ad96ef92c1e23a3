import { signIn } from "next-auth/react";
import { type Refusal, throttled, UNREACHABLE } from "./refusal.ts";

const WRONG: Refusal = {
  title: "That email and password don’t match",
  next: "Check both and try again.",
};

/** The seconds to wait stand behind the reason (app/api/auth). */
const secondsIn = (reason: string) => Number(/:(\d+)$/.exec(reason)?.[1] ?? 60);

/** Signs in; gives null on success, else what to say. It never tells whether the address is known. */
export async function trySignIn(email: string, password: string): Promise<Refusal | null> {
  try {
    const answer = await signIn("credentials", { redirect: false, email, password });
    if (answer?.ok && !answer.error) return null;
    if (answer?.status === 429) return throttled(secondsIn(answer.error ?? ""));
    return answer?.status === 401 ? WRONG : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
