import { singleton } from "#lib/kernel/singleton";

/** By name, what is over once all that came so far are. */
const lastOf = () => singleton("turns", () => new Map<string, Promise<unknown>>());

async function wait(before: Promise<unknown>, { withinMs, late }: Patience): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), withinMs);
  });
  try {
    await Promise.race([before, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

interface Patience {
  withinMs: number;
  /** What is thrown where the turn has not come by then. */
  late: () => Error;
}

/**
 * Does `work` once all that this process was asked before under the same name has ended, well or not; one that gave up
 * waiting is passed over.
 */
export async function inTurn<Result>(name: string, patience: Patience, work: () => Promise<Result>): Promise<Result> {
  const before = lastOf().get(name);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const all = Promise.all([before, ended]);
  lastOf().set(name, all);
  try {
    if (before) await wait(before, patience);
    return await work();
  } finally {
    end();
    void all.then(() => {
      if (lastOf().get(name) === all) lastOf().delete(name);
    });
  }
}
