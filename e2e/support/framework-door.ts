import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { environment } from "#lib/kernel/environment";
import { webListener } from "#lib/server/web-listener";
import { serverOptions } from "#lib/server/web-server";

/** Serves the product as its server does, but every route through the framework: for the comparison of both ways. */
const env = environment();
const server = createServer(serverOptions());
const dir = fileURLToPath(new URL("../..", import.meta.url));
const app = next({ dev: false, dir, hostname: env.HOST, port: env.PORT, httpServer: server });
await app.prepare();
server.on("request", webListener(env, Promise.resolve(app.getRequestHandler() as RequestListener)));
server.listen(env.PORT, env.HOST, () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
