import helmet from "koa-helmet";
import { docsStyleHash } from "../service/docs/style.ts";
import type { HttpMiddleware } from "./context.ts";
import { constantHeaders } from "./respond.ts";

/**
 * Adds the security headers of every answer. Browsers may run no script, show the answer in no frame and load nothing.
 * The only exception is the style of `/docs`.
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
