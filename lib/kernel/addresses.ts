/** The address under which a server that listens on `host` and `port` is reached from this machine. */
export function httpAddress(host: string, port: number): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The address under which people reach the console: as the operator says, else on this machine. */
export const consoleAddress = (env: { PUBLIC_URL?: string | undefined; HOST: string }, port: number): string =>
  env.PUBLIC_URL ?? httpAddress(env.HOST, port);
