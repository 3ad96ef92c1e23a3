import { sql } from "drizzle-orm";
import { withTenant } from "#lib/db/tenant";
import { timeOfId } from "#lib/kernel/id";
import { checkSignature } from "./chain-key.ts";
import { digestOf, hashOf, type Link } from "./digest.ts";
import { GRACE_MS, type Seal } from "./extend.ts";
import { type Head, headOf } from "./head.ts";
import { type Chained, storedLinks, storedSeals } from "./stored-chain.ts";

/** Time that the verification of one organization may take. */
const MAX_MS = 60 * 60_000;

type Kind = "changed" | "reordered" | "missing" | "inserted" | "altered" | "cut off";

/** Something in the log or its chain that is not as it was sealed, in words without patients' data. */
export interface Finding {
  kind: Kind;
  what: string;
}

export interface Verdict {
  organizationId: string;
  findings: Finding[];
  /** Entries with a link. */
  chained: number;
  seals: number;
  /** Entries that the next run of the chaining will link. */
  waiting: number;
  /** The newest seal; null without one. */
  head: Head | null;
  completeTo: Date | null;
}

interface Changed {
  id: string;
  sealed: string;
  found: string;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const entry = (id: string) => `entry ${id} of ${timeOfId(id).toISOString()}`;
const sealIn = ({ number, sealedAt }: Seal) => `seal ${number} of ${sealedAt.toISOString()}`;

/** Judges one organization's chain, seal by seal, in the order in which the rows are read. */
class Verification {
  readonly #findings: Finding[] = [];
  readonly #changed: Changed[] = [];
  readonly #heads: Map<number, Head>;
  readonly #verdict: Omit<Verdict, "findings">;
  #newest: Seal | null = null;
  #completeTo = 0;

  constructor(organizationId: string, heads: readonly Head[]) {
    this.#heads = new Map(heads.map((head) => [head.seal, head]));
    this.#verdict = { organizationId, chained: 0, seals: 0, waiting: 0, head: null, completeTo: null };
  }

  #find(kind: Kind, what: string): void {
    this.#findings.push({ kind, what });
  }

  /** Compares an entry with its link. */
  link({ id, digest, text }: Chained): void {
    this.#verdict.chained++;
    if (text === null) this.#find("missing", `${entry(id)} is gone, its link is there`);
    else if (digest) {
      const [sealed, found] = [hex(digest), digestOf(text).toString("hex")];
      if (sealed !== found) this.#changed.push({ id, sealed, found });
    }
  }

  /** Judges a seal with the links that name it. */
  seal(seal: Seal, links: readonly Link[]): void {
    const before = this.#newest;
    const expected = (before?.number ?? 0) + 1;
    const gap = seal.number !== expected;
    if (gap) this.#find("altered", `seals ${expected} to ${seal.number - 1} are missing`);
    const lacking = seal.entries - links.length;
    if (lacking > 0) this.#find("missing", `${lacking} of the ${seal.entries} links of ${sealIn(seal)} are gone`);
    else if (lacking < 0) this.#find("inserted", `${-lacking} links were added to ${sealIn(seal)}`);
    else if (!gap && !hashOf(seal, links, before?.hash ?? null).equals(seal.hash))
      this.#find("altered", `${sealIn(seal)} does not fit its ${seal.entries} links${rangeOf(links)}`);
    if (checkSignature(seal) === "invalid") this.#find("altered", `${sealIn(seal)} has a false signature`);
    this.#compareHead(seal);
    this.#verdict.seals++;
    this.#newest = seal;
    this.#completeTo = Math.max(this.#completeTo, seal.completeTo.getTime());
  }

  #compareHead(seal: Seal): void {
    const exported = this.#heads.get(seal.number);
    this.#heads.delete(seal.number);
    if (exported && exported.hash !== hex(seal.hash))
      this.#find("altered", `${sealIn(seal)} is not the one that was exported`);
  }

  /** Judges a link whose seal is not there. */
  orphan({ id, seal }: Chained): void {
    this.#find("altered", `${entry(id)} is linked by seal ${seal}, which is not there`);
  }

  /** Judges an entry without a link: one that was written in time would have been linked. */
  unlinked({ id }: Chained): void {
    if (timeOfId(id).getTime() < this.#completeTo - GRACE_MS)
      this.#find("inserted", `${entry(id)} was never linked, though later ones are`);
    else this.#verdict.waiting++;
  }

  #judgeChanged(): void {
    const ownerOf = new Map(this.#changed.map(({ id, sealed }) => [sealed, id]));
    for (const { id, found } of this.#changed) {
      const other = ownerOf.get(found);
      if (other) this.#find("reordered", `${entry(id)} holds what was sealed as entry ${other}`);
      else this.#find("changed", `${entry(id)} is not what was sealed`);
    }
  }

  end(): Verdict {
    this.#judgeChanged();
    const newest = this.#newest;
    if (newest && checkSignature(newest) === "unknown key")
      this.#find("altered", `${sealIn(newest)}, the newest, is signed with a key that was not given`);
    const beyond = [...this.#heads.values()].map(({ seal }) => seal);
    if (beyond.length > 0)
      this.#find(
        "cut off",
        `the chain ends with seal ${newest?.number ?? 0}; seal ${Math.max(...beyond)} was exported`,
      );
    const head = newest && headOf(newest);
    return { ...this.#verdict, head, completeTo: newest?.completeTo ?? null, findings: this.#findings };
  }
}

const rangeOf = (links: readonly Link[]) =>
  links.length === 0 ? "" : ` (entries ${links[0]?.entryId} to ${links.at(-1)?.entryId})`;

/**
 * Compares an organization's audit log with its chain, and the chain with heads that were exported earlier. Reads one
 * state of the database while the product may run. Needs the keys of the newest seals; older ones follow from these,
 * since each seal commits to all before it.
 */
export const verifyChain = (organizationId: string, heads: readonly Head[]): Promise<Verdict> =>
  withTenant(
    { organizationId, linkedAccountId: null },
    async (tx) => {
      await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
      const verification = new Verification(organizationId, heads);
      const rows = storedLinks(tx);
      let row = await rows.next();
      for await (const seal of storedSeals(tx, organizationId)) {
        const links: Link[] = [];
        for (; !row.done && row.value.seal !== null && row.value.seal <= seal.number; row = await rows.next()) {
          const { id, digest, seal: number } = row.value;
          verification.link(row.value);
          if (number === seal.number && digest) links.push({ entryId: id, digest });
          else verification.orphan(row.value);
        }
        verification.seal(seal, links);
      }
      for (; !row.done; row = await rows.next()) {
        if (row.value.seal === null) verification.unlinked(row.value);
        else verification.orphan(row.value);
      }
      return verification.end();
    },
    { maxMs: MAX_MS },
  );
