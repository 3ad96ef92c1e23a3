import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { GET as getPackage } from "#app/client/[file]/route.ts";
import { GET as getNewest } from "#app/client/route.ts";
import { withoutTenant } from "#lib/db/without-tenant";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();

const read = (file: string) =>
  getPackage(new Request(`http://127.0.0.1/client/${file}`), { params: Promise.resolve({ file }) });

it("serves the package that it named, and those that an earlier version named", async () => {
  const named = await (await getNewest()).json();
  const file = named.url.split("/").at(-1);
  const current = await (await read(file)).arrayBuffer();
  await withoutTenant(
    sql`INSERT INTO client_package (file, content) VALUES ('0.0.9-0123456789abcdef.tgz', ${Buffer.from("earlier")})`,
  );
  expect((await (await getNewest()).json()).url).toBe(named.url);
  expect(await (await read("0.0.9-0123456789abcdef.tgz")).text()).toBe("earlier");
  expect(Buffer.from(await (await read(file)).arrayBuffer()).equals(Buffer.from(current))).toBe(true);
  expect((await read("0.0.8-0123456789abcdef.tgz")).status).toBe(404);
});

it("cannot change or delete what an address holds", async () => {
  await getNewest();
  for (const statement of [sql`UPDATE client_package SET content = ''`, sql`DELETE FROM client_package`]) {
    await expect(withoutTenant(statement)).rejects.toMatchObject({ cause: { code: "42501" } });
  }
});
