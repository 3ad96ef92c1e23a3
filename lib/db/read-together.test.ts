import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { readTogether } from "./read-together.ts";

const aTenant = () => ({ organizationId: newId(), linkedAccountId: newId() });

it("reads what is asked for in one turn at once, and never for two accounts", async () => {
  const reads: [string, string[]][] = [];
  const read = readTogether(async ({ linkedAccountId }, ids) => {
    reads.push([linkedAccountId, ids]);
    return new Map(ids.filter((id) => id !== "none").map((id) => [id, `${linkedAccountId}/${id}`]));
  });
  const [one, other] = [aTenant(), aTenant()];
  const rows = await Promise.all([read(one, "a"), read(other, "a"), read(one, "b"), read(one, "a"), read(one, "none")]);
  expect(rows).toEqual([
    `${one.linkedAccountId}/a`,
    `${other.linkedAccountId}/a`,
    `${one.linkedAccountId}/b`,
    `${one.linkedAccountId}/a`,
    undefined,
  ]);
  expect(reads).toEqual([
    [one.linkedAccountId, ["a", "b", "none"]],
    [other.linkedAccountId, ["a"]],
  ]);
  await read(one, "a");
  expect(reads).toHaveLength(3);
});

it("passes a failure to all who asked, and reads anew in the next turn", async () => {
  let tries = 0;
  const read = readTogether(async (_tenant, ids) => {
    if (++tries === 1) throw new Error("away");
    return new Map(ids.map((id) => [id, id]));
  });
  const tenant = aTenant();
  const settled = await Promise.allSettled([read(tenant, "a"), read(tenant, "b")]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read(tenant, "a")).toBe("a");
});
