import { afterAll, beforeAll, expect, it } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import { forgetSingleton } from "#lib/kernel/singleton";
import { openClinic } from "#lib/testing/clinic";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { hostedConnection } from "#lib/testing/link-hosted";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { UNLIMITED } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { type Declared, supportTable } from "./support-table.ts";

process.env.SEED = "demo";
testDatabase();

const DOCUMENT = "../../../docs/connector-support.md";
const HEAD = `# What each connector supports

As the connections declare it: a test writes this page, and compares it with them. \`emulated\` means by other means, with the reason
below. The FHIR servers stand here after a probe that also wrote.

`;
const ACCOUNT = { id: "a".repeat(32), organizationId: "b".repeat(32), name: "Annex", timezone: "America/New_York" };
let interfaceOnly: InterfaceOnlyServer;
let product: ProductServer;
let hosted: HostedServer;
let fhir: TestFhirServer[];

beforeAll(async () => {
  forgetSingleton("environment");
  [interfaceOnly, product, hosted] = await Promise.all([
    startInterfaceOnlyServer(),
    startProductServer(),
    startHostedServer({ patients: 3 }),
  ]);
  fhir = await Promise.all([startMedplum(), startReplayServer({ oneBound: true })]);
  for (const server of fhir) await server.load(clinicResources(new Date()));
});
afterAll(() => Promise.all([interfaceOnly, product, hosted, ...fhir].map((server) => server.stop())));

/** Opens a connection as a linked account does after its probe, which may have written. */
async function declare(title: string, emrType: string, connection: Record<string, unknown> | null): Promise<Declared> {
  const connector = connectorOf(emrType);
  const signal = new AbortController().signal;
  const profile = (await connector.probe?.(connection, { writeProbes: true, signal })) ?? null;
  const emr = connector.open({ ...ACCOUNT, emrType, connection, profile }, connection, UNLIMITED);
  return { title, connector, emr, profile };
}

it("docs/connector-support.md lists the declared support of each connector", { tags: "long" }, async () => {
  const { headers } = await openClinic();
  const declared = [
    await declare("`sandbox`", "sandbox", null),
    await declare("`sandbox_basic`", "sandbox_basic", null),
    await declare("`records_api` before a server that knows the interface alone", "records_api", {
      ...interfaceOnly.connection,
    }),
    await declare("`records_api` before this product", "records_api", { base_url: product.baseUrl, ...headers }),
    await declare("`records_api` before a hosted service", "records_api", { ...hostedConnection(hosted) }),
    await declare("`fhir` before Medplum's router", "fhir", clinicConnection(fhir[0]?.baseUrl ?? "")),
    await declare("`fhir` before a simple server", "fhir", clinicConnection(fhir[1]?.baseUrl ?? "")),
  ];
  for (const { connector, emr, profile } of declared) expect(emr.kinds).toEqual(connector.kinds(profile));
  // After a change: `npm run test:unit -- lib/testing/emr-contract/support-table.test.ts -u`.
  await expect(`${HEAD}${supportTable(declared)}\n`).toMatchFileSnapshot(DOCUMENT);
});
