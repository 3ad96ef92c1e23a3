import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { withoutTenant } from "#lib/db/without-tenant";
import { singleton } from "#lib/kernel/singleton";
import { packageFiles, productVersion } from "./package-files.ts";
import { tarball } from "./tarball.ts";

/** Characters of the digest in an address: 64 bits. */
const DIGEST = 16;

/** A package of the client under its address. */
export interface ClientPackage {
  version: string;
  /** Last part of its address: `<version>-<digest>.tgz`. */
  file: string;
  /** As npm's lock files have it. */
  integrity: string;
  content: Buffer;
}

/** Returns the package of the product whose files are in `root`. */
export function packageOf(root: string): ClientPackage {
  const version = productVersion(root);
  const content = tarball(packageFiles(root));
  const digest = createHash("sha256").update(content).digest("hex").slice(0, DIGEST);
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  return { version, file: `${version}-${digest}.tgz`, integrity, content };
}

/** Returns the package of the running version, made once per process. */
const currentPackage = (): ClientPackage => singleton("client-package", () => packageOf(process.cwd()));

/**
 * Returns the package of the running version, after it was stored: an address that was told outlives upgrades. Throws
 * DatabaseUnavailable.
 */
export async function nameNewestPackage(): Promise<ClientPackage> {
  const current = currentPackage();
  await withoutTenant(
    sql`INSERT INTO client_package (file, content) VALUES (${current.file}, ${current.content}) ON CONFLICT DO NOTHING`,
  );
  return current;
}

/** Returns the bytes of a package by the last part of its address; null if it was never told. */
export async function storedPackage(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const rows = await withoutTenant<{ content: Buffer }>(sql`SELECT content FROM client_package WHERE file = ${file}`);
  return rows[0] ? new Uint8Array(rows[0].content) : null;
}
