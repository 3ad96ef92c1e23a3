/** The reason why a sign-in failed, and the next step. */
export interface Refusal {
  title: string;
  next: string;
}

export const UNREACHABLE: Refusal = {
  title: "Signing in did not work",
  next: "The server could not be reached. Try again in a moment.",
};

/** Returns the refusal after too many attempts; `seconds` is the time to wait. */
export function throttled(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  return {
    title: "Too many attempts to sign in",
    next: `Wait ${minutes <= 1 ? "a minute" : `${minutes} minutes`}, then try again.`,
  };
}
