import { EmrError } from "#lib/emr/port/port";
import type { WritingPlace } from "./writing-place.ts";

/** What happens at a call of the server: the process dies before it, or its answer is lost. */
export const INTERRUPTIONS = ["dies before", "gets no answer to"] as const;

/** Runs something before one call of the server, counted from 0. Returns whether there was such a call. */
export function beforeCall(place: WritingPlace, number: number, run: () => Promise<unknown>): () => boolean {
  let calls = 0;
  place.before = async () => {
    if (calls++ === number) await run();
  };
  return () => calls > number;
}

/** Runs a write that is interrupted at one call of the server, counted from 0, and at all later ones. Returns whether there was such a call. */
export async function interrupted(
  place: WritingPlace,
  { number, what }: { number: number; what: (typeof INTERRUPTIONS)[number] },
  write: () => Promise<unknown>,
): Promise<boolean> {
  let isOver = false;
  const isReached = beforeCall(place, number, async () => {
    isOver = true;
  });
  const { before } = place;
  place.before = async (asked) => {
    await before(asked);
    if (isOver && what === "dies before") throw new EmrError("passing", "The process has died");
  };
  place.front.endOf = () => (isOver && what === "gets no answer to" ? "cut" : "answered");
  await write().catch(() => null);
  place.before = async () => undefined;
  place.front.endOf = () => "answered";
  return isReached();
}
