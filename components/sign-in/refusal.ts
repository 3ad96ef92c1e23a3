import { words } from "./words.ts";
/** The reason why a sign-in failed, and the next step. */
export interface Refusal {
  title: string;
  next: string;
}

export const UNREACHABLE: Refusal = {
  title: words.signInFailed,
  next: words.tryInAMoment,
};

/** Returns the refusal after too many attempts; `seconds` is the time to wait. */
export function throttled(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  return {
    title: words.tooManyAttempts,
    next: words.wait(minutes),
  };
}
