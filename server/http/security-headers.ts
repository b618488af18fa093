import helmet from "koa-helmet";
import { docsStyleHash } from "../service/docs/style.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

/** What browsers heed only of a page that they open. */
const ofPages = new Set([
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
]);

/**
 * Tells browsers to do nothing with an answer but show it: no script, no frame, nothing loaded from anywhere. The style
 * of `/docs` is the only thing that a page of this server may have.
 */
export function securityHeaders(): HttpMiddleware {
  return setting(([name]) => !ofPages.has(name));
}

/** Tells browsers the rest of it, of an answer that is a page. */
export function pageHeaders(): HttpMiddleware {
  return setting(([name]) => ofPages.has(name));
}

function setting(isWanted: (header: [string, string]) => boolean): HttpMiddleware {
  const all = headersOf(
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
      // Whether the domains below this one speak HTTPS is not ours to say.
      strictTransportSecurity: { includeSubDomains: false },
      xFrameOptions: { action: "deny" },
    }),
  );
  const headers = [...all].filter(isWanted).flat();
  return (ctx, next) => {
    ctx.state.headers.push(...headers);
    return next();
  };
}

/** What a middleware sets for every request alike. */
function headersOf(middleware: HttpMiddleware): Map<string, string> {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({ req: {}, res } as unknown as HttpContext, async () => {});
  return headers;
}
