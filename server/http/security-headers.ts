import helmet from "koa-helmet";
import { docsStyleHash } from "../service/docs/style.ts";
import type { HttpMiddleware } from "./context.ts";
import { constantHeaders } from "./respond.ts";

/**
 * Adds the security headers of every answer. Browsers may run no script, show the answer in no frame and load nothing.
 * The exceptions are the style of `/docs`, and the pages with a policy of their own: `pagePolicy` and `docsPolicy`.
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

/** The parts of a policy that allow nothing, and with which the browser refuses text as markup. */
const strict = [
  ...["default-src", "base-uri", "form-action", "frame-ancestors"].map((directive) => `${directive} 'none'`),
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
];

/**
 * The policy of the inbox and the phone. Their script, style and icon come from this server, and they call it. Pictures of
 * texts are read with the key, so they are shown from memory.
 */
export const pagePolicy = () =>
  replacePolicy([
    ...["script-src", "style-src", "connect-src"].map((directive) => `${directive} 'self'`),
    "img-src 'self' blob:",
  ]);

/** The policy of the reference. Its script and icon come from this server, and it can send no request. */
export const docsPolicy = () =>
  replacePolicy(["script-src 'self'", `style-src '${docsStyleHash}'`, "img-src 'self'", "connect-src 'none'"]);

/** The policy of files that strangers sent: should a browser open one, nothing in it runs or loads. */
export const filePolicy = () => replaceWith("sandbox;default-src 'none'");

/** Replaces the policy of `securityHeaders`, because two policies of an answer would both apply. */
function replacePolicy(allowed: string[]): HttpMiddleware {
  return replaceWith([...strict, ...allowed].join(";"));
}

function replaceWith(policy: string): HttpMiddleware {
  return async (ctx, next) => {
    const answer = await next();
    const { headers } = ctx.state;
    headers[headers.indexOf("Content-Security-Policy") + 1] = policy;
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
