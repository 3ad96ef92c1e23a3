import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { postmasterPid } from "#lib/postgres/postmaster-pid";
import type { Product } from "../support/product.ts";

/** Milliseconds per tick of the kernel's clock, as Linux shows it to every program. */
const TICK_MS = 10;

/** Returns a process's parent and the CPU time that it and its ended children used (ms); null once it has ended. */
async function processOf(id: number) {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { id, parent: Number(fields[1]), used: ticks * TICK_MS };
}

/** Returns the CPU time (ms) that processes and their children have used so far, in total. Linux alone. */
export async function cpuOf(...processes: number[]): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(ids.map(processOf))).filter((found) => found !== null);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const used = new Map(all.map((found) => [found.id, found.used]));
  const within = (id: number): number =>
    (used.get(id) ?? 0) + (children.get(id) ?? []).reduce((sum, child) => sum + within(child.id), 0);
  return processes.reduce((sum, id) => sum + within(id), 0);
}

/** Returns the process id of a data directory's PostgreSQL, which runs in a session of its own. */
async function postgresOf(dataDir: string): Promise<number> {
  const pid = await postmasterPid(join(dataDir, "postgres", "cluster"));
  if (pid === null) throw new Error(`No PostgreSQL serves ${dataDir}`);
  return pid;
}

/** Returns the CPU time (ms) that the PostgreSQL of a data directory has used so far, with its backends. Linux alone. */
export const postgresCpu = async (dataDir: string): Promise<number> => cpuOf(await postgresOf(dataDir));

/** Returns the CPU time (ms) that processes and the PostgreSQL of a data directory have used so far. Linux alone. */
export const cpuWithPostgres = async (dataDir: string, processes: number[]): Promise<number> =>
  cpuOf(...processes, await postgresOf(dataDir));

/** Returns the CPU time (ms) that a product's processes and its PostgreSQL have used so far. Linux alone. */
export const productCpu = ({ process: launcher, dataDir }: Product): Promise<number> =>
  cpuWithPostgres(dataDir, launcher.pid === undefined ? [] : [launcher.pid]);
