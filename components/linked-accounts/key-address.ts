/** Names and addresses that only this machine or its own network reaches. */
const LOCAL = [
  /^localhost$/,
  /\.(localhost|local|internal|test)$/,
  /^\[?::1\]?$/,
  /^\[?f[cd][0-9a-f]{2}:/,
  /^\[?fe80:/,
  /^(0|10|127)\./,
  /^169\.254\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
];

/**
 * Returns whether a server elsewhere certainly cannot read an address: a token server that cannot read our public keys refuses
 * every assertion.
 */
export function isLocalAddress(address: string): boolean {
  const { hostname } = new URL(address);
  return LOCAL.some((pattern) => pattern.test(hostname)) || !/[.:]/.test(hostname);
}
