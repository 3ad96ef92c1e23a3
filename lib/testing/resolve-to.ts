import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

/** Makes this process's resolver answer one name with one address for the rest of the test: a stand-in for DNS. */
export function resolveTo(name: string, address: string): void {
  const real = dns.lookup;
  const fake = (hostname: string, options: object) =>
    hostname === name ? Promise.resolve([{ address, family: 4 }]) : real(hostname, options);
  Object.assign(dns, { lookup: fake });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(dns, { lookup: real });
    syncBuiltinESMExports();
  });
}
