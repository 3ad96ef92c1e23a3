import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import { demoApi, setEmrLatency } from "./clinic-payments.ts";
import { cpuOf, postgresCpu } from "./cpu-time.ts";
import { load } from "./load.ts";
import { startReceiver } from "./receiver.ts";
import { line } from "./report.ts";
import { carryThrough } from "./whole.ts";

const LOADS = [1, 10, 20];
const WARM_UP = 300;
const SECONDS = Number(process.env.COST_SECONDS ?? "10");
const PROFILE_LINES = 10;

/**
 * Counts what the process sends to PostgreSQL: packets, and the messages Bind and Query, each of which runs a statement.
 */
const COUNT_PACKETS = `(() => {
  const counts = { packets: 0, statements: 0 };
  globalThis.crcBenchCounts = counts;
  const { Socket } = process.getBuiltinModule("node:net");
  const count = (socket, chunks) => {
    const [first] = chunks;
    const isStart = first.length > 8 && first.readUInt32BE(4) === 0x30000;
    const isPostgres = socket.crcIsPostgres ??= isStart || ([0x42, 0x50, 0x51].includes(first[0]) && first[1] === 0);
    if (!isPostgres) return;
    counts.packets++;
    for (const chunk of chunks) for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1))
      if (chunk[at] === 0x42 || chunk[at] === 0x51) counts.statements++;
  };
  const bytes = (chunk, encoding) => typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
  const { _write, _writev } = Socket.prototype;
  Socket.prototype._write = function (chunk, encoding, ...rest) {
    count(this, [bytes(chunk, encoding)]);
    return _write.call(this, chunk, encoding, ...rest);
  };
  Socket.prototype._writev = function (chunks, ...rest) {
    count(this, chunks.map(({ chunk, encoding }) => bytes(chunk, encoding)));
    return _writev.call(this, chunks, ...rest);
  };
})()`;

interface Totals {
  packets: number;
  statements: number;
  transactions: number;
  /** Milliseconds of CPU of the serving process. */
  server: number;
  /** Milliseconds of CPU of PostgreSQL with all of its backends. */
  postgres: number;
}

async function totals(product: MeasuredProduct, client: pg.Client): Promise<Totals> {
  const { result } = await product.ask<{ result?: { value?: string } }>("Runtime.evaluate", {
    expression: "JSON.stringify(globalThis.crcBenchCounts)",
    returnByValue: true,
  });
  const { rows } = await client.query<{ count: string }>(
    "SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  const counts = JSON.parse(result?.value ?? "{}") as Pick<Totals, "packets" | "statements">;
  return {
    ...counts,
    transactions: Number(rows[0]?.count),
    server: await cpuOf(product.server),
    postgres: await postgresCpu(product.dataDir),
  };
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
}

/** Returns the functions with the most samples of their own, one per line. */
function heaviest({ nodes, samples }: Profile): string {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place = url ? `${url.split("/").slice(-2).join("/")}:${lineNumber + 1}` : "native";
      return [id, `${functionName || "(anonymous)"} ${place}`];
    }),
  );
  const counts = new Map<string, number>();
  for (const sample of samples) {
    const name = names.get(sample) ?? "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const busy = samples.length - (counts.get("(idle) native") ?? 0);
  return [...counts]
    .filter(([name]) => name !== "(idle) native")
    .sort(([, one], [, other]) => other - one)
    .slice(0, PROFILE_LINES)
    .map(([name, count]) => `  ${((100 * count) / busy).toFixed(1).padStart(5)} %  ${name}\n`)
    .join("");
}

/** Measures what one whole operation costs, at several concurrencies, beside an empty route of the same server. */
export async function operationCost(): Promise<string> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000" });
  const { url } = await startEmbeddedPostgres({ dataDir: product.dataDir });
  const client = new pg.Client({ connectionString: url });
  const receiver = await startReceiver();
  try {
    await client.connect();
    await setEmrLatency(demoApi(product), 0);
    const carry = (prefix: string, atATime: number, more: () => boolean) =>
      carryThrough(demoApi(product), receiver, { prefix, atATime, more, carried: () => undefined });
    let warm = 0;
    await carry("warm", 20, () => warm++ < WARM_UP);
    await product.ask("Runtime.evaluate", { expression: COUNT_PACKETS });
    const lines: string[] = [];
    for (const atATime of LOADS) {
      const empty = await load(`${product.demo.console_url}/api/health`, { connections: 10, seconds: 3 });
      const before = await totals(product, client);
      const started = performance.now();
      const done = await carry(`cost-${atATime}`, atATime, () => performance.now() - started < SECONDS * 1_000);
      const seconds = (performance.now() - started) / 1_000;
      const after = await totals(product, client);
      const each = (key: keyof Totals, digits = 1) => ((after[key] - before[key]) / done).toFixed(digits);
      const rate = done / seconds;
      lines.push(
        line(
          `${atATime} at a time`,
          `${rate.toFixed(0)}/s, ${(rate / empty.requestsPerSecond).toFixed(3)} × empty (${empty.requestsPerSecond.toFixed(0)}/s)`,
          `${each("packets")} packets, ${each("statements")} statements, ${each("transactions")} transactions`,
          `CPU ${each("server", 2)} + ${each("postgres", 2)} ms`,
        ),
      );
    }
    await product.ask("Profiler.enable");
    await product.ask("Profiler.start");
    const started = performance.now();
    await carry("profile", 20, () => performance.now() - started < SECONDS * 1_000);
    const { profile } = await product.ask<{ profile: Profile }>("Profiler.stop");
    return `Cost of a whole operation, EMR latency 0, ${SECONDS} s each; CPU of our process + PostgreSQL's\n${lines.join("")}Self time at 20 at a time\n${heaviest(profile)}`;
  } finally {
    await receiver.stop();
    await client.end();
    await product.end();
  }
}
