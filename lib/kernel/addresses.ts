/** Returns the address under which this machine reaches a server that listens on `host` and `port`. */
export function httpAddress(host: string, port: number): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Returns the console's address: PUBLIC_URL, or the one on this machine. */
export const consoleAddress = (env: { PUBLIC_URL?: string | undefined; HOST: string }, port: number): string =>
  env.PUBLIC_URL ?? httpAddress(env.HOST, port);
