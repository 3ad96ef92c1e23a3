import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import core from "@asymmetrik/node-fhir-server-core";
import { HELD_TYPES } from "#lib/testing/fhir/definitions";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { R4, serviceOf } from "./service.ts";
import { newStore } from "./store.ts";

/** A server of the library node-fhir-server-core, whose storage may know conditional creates. */
export interface CoreServer extends TestFhirServer {
  conditionalCreate: boolean;
}

/**
 * Starts the server on a free loopback port, without resources. It does much unlike Medplum's: it answers a create without
 * a body, ignores versions, unknown parameters and `_summary`, and refuses two bounds of a date. `overrides` in package.json
 * leave out those of the library's dependencies that it does not load.
 */
export async function startCoreServer({ conditionalCreate = false } = {}): Promise<CoreServer> {
  const store = newStore();
  const honours = () => ({ conditionalCreate: server.conditionalCreate });
  core.loggers.get().silent = true;
  const profiles = Object.fromEntries(
    HELD_TYPES.map((type) => [type, { service: serviceOf(type, store, honours), versions: [R4] }]),
  );
  const { app } = core.initialize({ profiles, logging: { level: "error" } });
  const listener = createServer(app).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: CoreServer = {
    origin,
    baseUrl: `${origin}/${R4}`,
    conditionalCreate,
    async load(resources) {
      for (const resource of resources) store.put(resource);
    },
    remove: async (type, id) => store.remove(type, id),
    held: async (type) => store.all(type) as never,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}
