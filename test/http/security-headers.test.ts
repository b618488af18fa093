import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";

const app = useApp();

/** The directives of an answer's content security policy. */
function policyOf(response: Response): Record<string, string> {
  const directives = (response.headers.get("content-security-policy") ?? "").split(";");
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/) as [string, string]));
}

const paths = ["/docs.js", "/llms.txt", "/openapi.yaml", "/healthz", "/api/threads", "/nowhere"];

test.each(paths)("an answer of %s tells a browser to load and run nothing", async (path) => {
  const response = await fetch(`${app.url}${path}`);

  expect(policyOf(response)).toEqual({
    "default-src": "'none'",
    "style-src": expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(response.headers.has("x-powered-by")).toBe(false);
});

test("headers for pages are on the reference page and on no other answer", async () => {
  const ofPages = {
    "cross-origin-opener-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
  const page = await fetch(`${app.url}/docs`);
  const other = await fetch(`${app.url}/healthz`);

  expect(Object.fromEntries(page.headers)).toMatchObject(ofPages);
  expect([...other.headers.keys()].filter((name) => name in ofPages)).toEqual([]);
});

test("the reference page has a policy of its own, which allows its script and no request", async () => {
  const response = await fetch(`${app.url}/docs`);

  expect(policyOf(response)).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
    "img-src": "'self'",
    "connect-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  });
});

test("the reference page complies with its policy: its only style has the hash, and it loads only its script and its icon", async () => {
  const response = await fetch(`${app.url}/docs`);
  const page = (await response.text())
    .replace('<script src="docs.js" defer></script>', "")
    .replace('<link rel="icon" href="page.svg" type="image/svg+xml">', "");

  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = ""]) => style);
  const hashes = styles.map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  expect(hashes).toEqual([policyOf(response)["style-src"]]);
  expect(page).not.toMatch(/<[a-z][^>]*\s(style|on\w+)=|<(script|base|form|iframe|object|link|img)\b/i);
});

test("a page of another site cannot read an answer", async () => {
  const { client, key } = await app.signIn();
  const fromElsewhere = { headers: { origin: "https://elsewhere.example", "x-api-key": key } };

  const answer = await client.request("GET", "/api/threads", fromElsewhere);
  const preflight = await client.request("OPTIONS", "/api/text", {
    headers: { ...fromElsewhere.headers, "access-control-request-method": "POST" },
  });

  expect(preflight.status).toBe(405);
  for (const { headers } of [answer, preflight]) {
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});
