import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Choice } from "./choice.tsx";
import { decisionOf, type Undecided } from "./decision.ts";

/** All matches of a typed text, at once or once the server has answered. */
export type FindChoices = (text: string) => readonly Choice[] | Promise<readonly Choice[]>;

interface Decision {
  /** Why the last text chose nothing, or that its matches still load; null before, and after a choice. */
  state: Undecided | "looking" | null;
  /** Takes the only match of a text once its matches are there; `onUndecided` is called if there is none to take. */
  decide: (text: string, onUndecided?: () => void) => Promise<void>;
  /** Lets the matches of the last text choose nothing, because another text is typed or something was chosen. */
  forget: () => void;
}

/** Chooses by a typed text alone, as a scanner sends it; an answer for an earlier text never chooses. */
export function useDecision(find: FindChoices, onTake: (choice: Choice) => void): Decision {
  const [state, setState] = useState<Decision["state"]>(null);
  const asked = useRef(0);
  const take = useEffectEvent(onTake);
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  const end = useEffectEvent((number: number, decision: Choice | Undecided, onUndecided?: () => void) => {
    if (number !== asked.current) return;
    setState(typeof decision === "string" ? decision : null);
    if (typeof decision === "string") onUndecided?.();
    else take(decision);
  });
  return {
    state,
    decide: async (text, onUndecided) => {
      asked.current += 1;
      const number = asked.current;
      setState("looking");
      const decision = await Promise.resolve(text)
        .then(find)
        .then(decisionOf, () => "failed" as const);
      end(number, decision, onUndecided);
    },
    forget: () => {
      asked.current += 1;
      setState(null);
    },
  };
}
