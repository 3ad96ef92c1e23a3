import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect as openPort } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DEPLOY = fileURLToPath(new URL("../../docs/deploy.md", import.meta.url));
const START_MS = 10_000;

/** Returns the configuration that docs/deploy.md recommends, so that the test runs exactly this. */
async function documented(): Promise<string> {
  const block = /```nginx\n([\s\S]*?)```/.exec(await readFile(DEPLOY, "utf8"))?.[1];
  if (!block) throw new Error("docs/deploy.md has no nginx configuration");
  return block;
}

function exchange(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The nginx configuration of docs/deploy.md does not contain ${from}`);
  return text.replaceAll(from, to);
}

async function certificate(folder: string): Promise<{ key: string; certificate: string }> {
  const files = { key: join(folder, "key.pem"), certificate: join(folder, "certificate.pem") };
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", files.key, "-out", files.certificate, "-days", "2"];
  await promisify(execFile)("openssl", ["req", "-x509", ...made, ...subject]);
  return files;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openPort(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

export interface RunningNginx {
  /** The proxy's certificate, which clients must trust. */
  ca: string;
  /** Returns what nginx logged about requests: its access log and its request errors. */
  requestLogs(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts nginx on `port` with the documented configuration, in front of `upstream`. Rejects with its output. */
export async function startNginx(port: number, upstream: number): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), "crc-nginx-"));
  // If root starts nginx, its workers run as another user, and they store large bodies in folders below.
  await chmod(folder, 0o711);
  const files = await certificate(folder);
  let block = exchange(await documented(), "127.0.0.1:3000", `127.0.0.1:${upstream}`);
  block = exchange(block, "listen 443 ", `listen 127.0.0.1:${port} `);
  block = exchange(block, "/etc/ssl/records.example.pem", files.certificate);
  block = exchange(block, "/etc/ssl/private/records.example.key", files.key);
  const errors = join(folder, "error.log");
  block = exchange(block, "/var/log/nginx/records.error.log", errors);
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const configuration = join(folder, "nginx.conf");
  await writeFile(
    configuration,
    `daemon off; pid ${join(folder, "pid")}; error_log stderr; events {}\nhttp { access_log ${join(folder, "access.log")}; ${kept.join(" ")}\n${block}}\n`,
  );
  const child: ChildProcess = spawn("nginx", ["-c", configuration, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const failed = once(child, "error").then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  const until = Date.now() + START_MS;
  while (!(await Promise.race([answers(port), failed]))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`nginx did not start:\n${output}`);
    await pause(50);
  }
  return {
    ca: await readFile(files.certificate, "utf8"),
    requestLogs: async () => `${await readFile(join(folder, "access.log"), "utf8")}${await readFile(errors, "utf8")}`,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
