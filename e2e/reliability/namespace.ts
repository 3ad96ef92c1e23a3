import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const ip = (...words: string[]) => run("ip", words);

/** A network namespace that a virtual cable connects to this machine. */
export interface Namespace {
  /** Address of this machine, as seen from the namespace. */
  host: string;
  /** Command prefix that runs a program in the namespace. */
  command: string[];
  /** Drops every packet in both directions from now on, without a reset. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  /** Removes the namespace; no process may run in it any more. */
  remove(): Promise<void>;
}

/** Returns why no namespace can be created here; null if one can. */
export async function namespaceProblem(): Promise<string | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it needs Linux and its root user";
  const tools = await Promise.allSettled([ip("-V"), run("nft", ["-v"])]);
  return tools.every(({ status }) => status === "fulfilled") ? null : "it needs `ip` (iproute2) and `nft` (nftables)";
}

/** Creates a namespace. Needs Linux, root, iproute2 and nftables. */
export async function makeNamespace(): Promise<Namespace> {
  const name = `crc-${process.pid}`;
  const [host, guest] = [1, 2].map((last) => `10.213.${process.pid % 250}.${last}`) as [string, string];
  const [here, there] = [`crc${process.pid}h`, `crc${process.pid}g`];
  const inside = (...words: string[]) => ip("netns", "exec", name, ...words);
  await ip("netns", "add", name);
  await ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
  await ip("addr", "add", `${host}/30`, "dev", here);
  await ip("link", "set", here, "up");
  await inside("ip", "addr", "add", `${guest}/30`, "dev", there);
  for (const device of ["lo", there]) await inside("ip", "link", "set", device, "up");
  return {
    host,
    command: ["ip", "netns", "exec", name],
    async cut() {
      const chain = (hook: string) =>
        `add chain inet cut ${hook} { type filter hook ${hook} priority 0; policy drop; }`;
      await inside("nft", `add table inet cut; ${chain("input")}; ${chain("output")}`);
    },
    async heal() {
      await inside("nft", "delete table inet cut");
    },
    async remove() {
      await ip("link", "del", here);
      await ip("netns", "del", name);
    },
  };
}
