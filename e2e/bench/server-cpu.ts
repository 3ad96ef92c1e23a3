import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Product } from "../support/product.ts";

/** Ticks of the kernel's clock per second, as Linux shows them to every program. */
const TICKS_PER_SECOND = 100;

/** Returns a process's parent and the CPU time that it and its ended children used (s); null once it has ended. */
async function processOf(id: number) {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const used = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  return { id, parent: Number(fields[1]), used: used / TICKS_PER_SECOND };
}

/** Returns the CPU time (s) that a product's processes and its PostgreSQL have used so far. Linux alone. */
export async function cpuOf({ process: launcher, dataDir }: Product): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(ids.map(processOf))).filter((found) => found !== null);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const below = (id: number): number =>
    (children.get(id) ?? []).reduce((sum, child) => sum + child.used + below(child.id), 0);
  // PostgreSQL runs in a session of its own.
  const [postmaster] = (await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n");
  const own = all.find(({ id }) => id === Number(postmaster));
  return below(launcher.pid ?? 0) + (own?.used ?? 0) + below(Number(postmaster));
}
