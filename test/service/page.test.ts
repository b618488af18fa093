import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";

const app = useApp({ phone: true });
const off = useNeighbour(app);

const root = join(import.meta.dirname, "..", "..");

const policy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "connect-src": "'self'",
  "img-src": "'self' blob:",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "'none'",
};

const files = [
  ["/inbox", "text/html; charset=utf-8"],
  ["/phone", "text/html; charset=utf-8"],
  ["/page.js", "text/javascript; charset=utf-8"],
  ["/page.css", "text/css; charset=utf-8"],
  ["/page.svg", "image/svg+xml"],
] as const;

test.each(files)(
  "%s is served with the policy of the page, and is sent again only if it has changed",
  async (path, type) => {
    const response = await fetch(`${app.url}${path}`);
    const { headers } = response;

    expect([response.status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      type,
      "no-cache",
    ]);
    const directives = headers.get("content-security-policy")!.split(";");
    expect(Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)))).toEqual(policy);
    const etag = headers.get("etag")!;
    const again = await fetch(`${app.url}${path}`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  },
);

test.each(files.slice(2))("%s is the generated file", async (path) => {
  const response = await fetch(`${app.url}${path}`);

  expect(await response.text()).toBe(readFileSync(join(root, "generated", path), "utf8"));
});

test("a page has no script and no style of its own, and its addresses are relative, because BASE_URL may have a path", async () => {
  const text = await (await fetch(`${app.url}/inbox`)).text();

  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/i);
  const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
  expect(addresses.filter((address) => /^(\/|\w+:)/.test(address))).toEqual([]);
});

test("the script is not minified and has at most 250 KB", () => {
  const script = readFileSync(join(root, "generated", "page.js"), "utf8");

  expect(Buffer.byteLength(script)).toBeLessThan(250_000);
  expect(script.split("\n").length).toBeGreaterThan(2_000);
});

test("while the phone is off, its page does not exist, and the inbox does and says so", async () => {
  const phone = await fetch(`${off.url}/phone`);

  expect([phone.status, await phone.json()]).toMatchObject([
    404,
    { error: "not_found", message: expect.stringContaining("PHONE=on") },
  ]);
  expect(phone.headers.get("content-security-policy")).not.toContain("script-src");
  const [without, within] = await Promise.all([off, app].map(({ url }) => fetch(`${url}/inbox`)));
  expect([without!.status, await without!.text()]).toEqual([200, expect.stringContaining(`data-phone="off"`)]);
  expect(await within!.text()).toContain(`data-phone="on"`);
});
