import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Shortest time between two looks at the memory, and how much longer than a look it is: each stops the process for a collection. */
const BETWEEN_MS = 250;
const TIMES_A_LOOK = 4;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the bytes that the process holds. A collection counts the buffers that it frees until the next one begins, hence two. */
function held(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the most memory that this process held while it worked, beyond what it held before. */
export async function memoryOf(work: () => Promise<void>): Promise<number> {
  const before = held();
  let most = before;
  let timer: NodeJS.Timeout;
  const lookAfter = (ms: number) => {
    timer = setTimeout(() => {
      const began = performance.now();
      most = Math.max(most, held());
      lookAfter(Math.max(BETWEEN_MS, TIMES_A_LOOK * (performance.now() - began)));
    }, ms);
  };
  lookAfter(BETWEEN_MS);
  await work().finally(() => clearTimeout(timer));
  return most - before;
}
