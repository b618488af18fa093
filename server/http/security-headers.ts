import helmet from "koa-helmet";
import { docsStyleHash } from "../service/docs/style.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

/** The headers that have an effect only on a page that a browser opens. */
const pageHeaderNames = new Set([
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
]);

/**
 * Adds the security headers of every answer. Browsers may run no script, show the answer in no frame and load nothing.
 * The only exception is the style of `/docs`.
 */
export function securityHeaders(): HttpMiddleware {
  return addHeaders(([name]) => !pageHeaderNames.has(name));
}

/** Adds the security headers of HTML pages. */
export function pageHeaders(): HttpMiddleware {
  return addHeaders(([name]) => pageHeaderNames.has(name));
}

function addHeaders(isWanted: (header: [string, string]) => boolean): HttpMiddleware {
  const allHeaders = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: [`'${docsStyleHash}'`],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // Other services may run on the subdomains, possibly without HTTPS.
      strictTransportSecurity: { includeSubDomains: false },
      xFrameOptions: { action: "deny" },
    }),
  );
  const headers = [...allHeaders].filter(isWanted).flat();
  return (ctx, next) => {
    ctx.state.headers.push(...headers);
    return next();
  };
}

/** The headers that a middleware sets, the same for every request. They are read once from a fake request. */
function headersOf(middleware: HttpMiddleware): Map<string, string> {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({ req: {}, res } as unknown as HttpContext, async () => {});
  return headers;
}
