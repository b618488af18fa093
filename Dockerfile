# Node runs the TypeScript sources directly, so only node_modules has to be built.
# For reproducible builds, pin the base image by its digest: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM $NODE_IMAGE AS dependencies
WORKDIR /srv/messaging
COPY package.json package-lock.json .npmrc ./
# The optional packages are Node and PostgreSQL. Here, the image and DATABASE_URL provide them.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM dependencies AS embedded-dependencies
RUN npm ci --omit=dev --ignore-scripts

FROM $NODE_IMAGE AS base
# The server writes the first API key to DATA_DIR, once.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/messaging
RUN install -d -o node -g node -m 700 /var/lib/messaging
WORKDIR /srv/messaging
COPY package.json ./
COPY generated generated
COPY server server
COPY cli cli
USER node
EXPOSE 3000
# Checks liveness, not readiness: a database outage must not replace the container. Load balancers call /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

# One container with the embedded PostgreSQL and the simulated phone, to try the service on this machine:
#   docker build --target embedded -t messaging . && docker run --name messaging -p 127.0.0.1:3000:3000 messaging
#   docker logs messaging    # has the first key, for localhost:3000/phone
# The port is published on this machine only, because the phone shows passcodes.
FROM base AS embedded
COPY --from=embedded-dependencies /srv/messaging/node_modules node_modules
ENV PHONE=on
VOLUME /var/lib/messaging

# The image of a service, which needs a DATABASE_URL.
FROM base AS server
COPY --from=dependencies /srv/messaging/node_modules node_modules
