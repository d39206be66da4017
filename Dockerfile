# The product as an image: docker build -t borrower-portal .
# Running it: docs/operations.md
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY flows/core/package.json ./flows/core/
# Installs the locked versions and verifies their checksums. The build generates what `prepare` would.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The version that the portal shows: docker build --build-arg PORTAL_VERSION=0.1.0+1a2b3c4d5e. The image has no git.
ARG PORTAL_VERSION=
RUN PORTAL_VERSION="$PORTAL_VERSION" node tools/build.mjs

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY flows/core/package.json ./flows/core/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The list of components (SBOM). npm would leave out packages that development tools need too.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json
# A link to a package of this repository that only the build needs.
RUN rm node_modules/xstate-workbench

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4400
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY content ./content
COPY public ./public
COPY server ./server
# The embedded database, or with PostgreSQL the uploaded documents.
RUN mkdir .data && chown node:node .data
VOLUME /app/.data
USER node
EXPOSE 4400
# Liveness only. The load balancer checks readiness (/readyz), because a database outage does not require a restart.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm as parent process, so that SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=2", "dist/server/main.js"]
