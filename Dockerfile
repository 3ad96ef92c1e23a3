# docs/deploy.md says how to run the image. The Node.js major is that of the package "node" in package.json.
FROM node:24-bookworm-slim AS base
WORKDIR /srv
COPY package.json package-lock.json ./

FROM base AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf .next/cache

FROM base AS packages
# The image has its own Node.js.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/node node_modules/node-bin*

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
COPY . .
COPY --from=packages /srv/node_modules node_modules
COPY --from=build /srv/.next .next
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The launcher passes SIGTERM on and ends within 9 s, after STOP_GRACE_SECONDS: allow a container 40 s to stop, or more
# than that if the grace is longer than 30 s.
CMD ["node", "lib/launcher/launch.ts"]
