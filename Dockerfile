# Node runs the sources as they are, so there is nothing to build but node_modules.
# Pin the image by its digest for builds that can be repeated: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM $NODE_IMAGE AS dependencies
WORKDIR /srv/messaging
COPY package.json package-lock.json .npmrc ./
# The optional packages are a Node and a PostgreSQL; here the image and DATABASE_URL are these.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM $NODE_IMAGE
# The first API key is written to DATA_DIR, once.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/messaging
RUN install -d -o node -g node -m 700 /var/lib/messaging
WORKDIR /srv/messaging
COPY --from=dependencies /srv/messaging/node_modules node_modules
COPY package.json ./
COPY generated generated
COPY server server
COPY cli cli
USER node
EXPOSE 3000
# Liveness, not readiness: a database that is away is no reason to replace the container. Load balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
