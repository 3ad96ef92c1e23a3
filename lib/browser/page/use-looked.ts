import { useCallback, useMemo } from "react";
import { type Looked, NOTHING_LOOKED_AT } from "./looks.ts";
import { useStoredText } from "./use-stored-text.ts";

function parsed(text: string | null): Looked {
  try {
    const { pages = {}, seen = {} } = JSON.parse(text ?? "{}") as Partial<Looked>;
    return { pages, seen };
  } catch {
    return NOTHING_LOOKED_AT;
  }
}

/**
 * Returns what a person has looked at in an account, and the function that changes it. This browser keeps it, ids and times
 * alone, for each person and account (decisions §15).
 */
export function useLooked(userId: string, accountId: string): [Looked, (change: (looked: Looked) => Looked) => void] {
  const [text, write] = useStoredText(`crc.looked ${userId} ${accountId}`);
  const looked = useMemo(() => parsed(text), [text]);
  const change = useCallback(
    (next: (looked: Looked) => Looked) => write((kept) => JSON.stringify(next(parsed(kept)))),
    [write],
  );
  return [looked, change];
}
