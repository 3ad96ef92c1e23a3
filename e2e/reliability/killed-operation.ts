import type { OperationId } from "#lib/catalog/catalog";
import type { Lane } from "./lane.ts";

type Data = Record<string, unknown>;

/** A write as the EMR's ledger has it; it changes or makes the row of `table` that it names. */
interface Write {
  kind: string;
  table: string;
  /** Of a chain of writes: whose key it is written with. */
  step?: string;
}

/** One of the operations whose processes are killed, with what shows that it was done once and whole. */
export interface KilledOperation {
  id: OperationId;
  /** Another than POST. */
  method?: "PATCH";
  /** Below /v1, with the ids that this lane has. */
  path: string | ((lane: Lane) => Promise<string>);
  /** The table of the simulator that it writes to or reads from: who holds it holds the EMR at its work. */
  emrTable: string;
  /** What the EMR writes for it, in its order. */
  writes: Write[];
  /** Changes the EMR behind the product's back, so that there is something to bring in. */
  change?(lane: Lane, trial: number): Promise<void>;
  body(trial: number): Data;
  /** What its events are to tell, one entry for each; the terminal one is the last. */
  expected(trial: number): string[];
}
