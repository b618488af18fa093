import helmet from "koa-helmet";
import { docsStyleHash } from "../service/docs/style.ts";
import type { HttpMiddleware } from "./context.ts";
import { constantHeaders } from "./respond.ts";

/**
 * Adds the security headers of every answer. Browsers may run no script, show the answer in no frame and load nothing.
 * The only exceptions are the style of `/docs` and the page; see `pagePolicy`.
 */
export function securityHeaders(): HttpMiddleware {
  return constantHeaders(
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
      // The headers of `pageHeaders`.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      // The removal of a header that is never set.
      xPoweredBy: false,
    }),
  );
}

const policyOfPage = [
  "default-src 'none'",
  ...["script-src", "style-src", "connect-src", "img-src"].map((directive) => `${directive} 'self'`),
  ...["base-uri", "form-action", "frame-ancestors"].map((directive) => `${directive} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join(";");

/**
 * Replaces the policy of `securityHeaders` at the answers of the inbox and the phone. Their script, style and icon come from
 * this server, and they call it. Trusted Types make the browser refuse text as markup.
 */
export function pagePolicy(): HttpMiddleware {
  return async (ctx, next) => {
    const answer = await next();
    const { headers } = ctx.state;
    headers[headers.indexOf("Content-Security-Policy") + 1] = policyOfPage;
    return answer;
  };
}

/** Adds the security headers that have an effect only on a page that a browser opens. */
export function pageHeaders(): HttpMiddleware {
  return constantHeaders(
    helmet({
      // The headers of `securityHeaders`.
      contentSecurityPolicy: false,
      crossOriginResourcePolicy: false,
      referrerPolicy: false,
      strictTransportSecurity: false,
      xContentTypeOptions: false,
      xFrameOptions: false,
      xPoweredBy: false,
    }),
  );
}
