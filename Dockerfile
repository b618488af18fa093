# Node runs the sources as they are, so there is nothing to build but node_modules.
FROM node:24-slim AS dependencies
WORKDIR /srv/messaging
COPY package.json package-lock.json .npmrc ./
# The optional packages are a Node and a PostgreSQL; here the image and DATABASE_URL are these.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /srv/messaging
COPY --from=dependencies /srv/messaging/node_modules node_modules
COPY package.json ./
COPY generated generated
COPY server server
COPY cli cli
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
