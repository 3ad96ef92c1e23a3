import { signIn } from "next-auth/react";

export interface Refusal {
  title: string;
  next: string;
}

const WRONG: Refusal = {
  title: "That email and password don’t match",
  next: "Check both and try again.",
};

/** The seconds to wait stand behind the reason (app/api/auth). */
function throttled(reason: string): Refusal {
  const minutes = Math.ceil(Number(/:(\d+)$/.exec(reason)?.[1] ?? 60) / 60);
  return {
    title: "Too many attempts to sign in",
    next: `Wait ${minutes <= 1 ? "a minute" : `${minutes} minutes`}, then try again.`,
  };
}

const UNREACHABLE: Refusal = {
  title: "Signing in did not work",
  next: "The server could not be reached. Try again in a moment.",
};

/** Signs in; gives null on success, else what to say. It never tells whether the address is known. */
export async function trySignIn(email: string, password: string): Promise<Refusal | null> {
  try {
    const answer = await signIn("credentials", { redirect: false, email, password });
    if (answer?.ok && !answer.error) return null;
    if (answer?.status === 429) return throttled(answer.error ?? "");
    return answer?.status === 401 ? WRONG : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}
