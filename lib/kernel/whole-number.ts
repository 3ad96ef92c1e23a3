import { z } from "zod";

/**
 * A parameter that is a whole number from 1 in digits alone: not every reader takes `1e2`, `0x10`, `+1` or `1.0` for the same
 * number.
 */
export function wholeNumberUpTo(most: number) {
  const wrong = `must be a whole number from 1 to ${most}`;
  return z
    .string({ error: wrong })
    .regex(/^\d+$/, `${wrong}, in digits alone`)
    .transform(Number)
    .pipe(z.number({ error: wrong }).int(wrong).min(1, wrong).max(most, wrong));
}
