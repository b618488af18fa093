import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";

const app = useApp();

/** What browsers accept for a page. */
const ofBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

const ask = (path: string, accept: string | undefined, method = "GET") =>
  fetch(`${app.url}${path}`, { method, redirect: "manual", ...(accept && { headers: { accept } }) });

test.each(["GET", "HEAD"])("a browser at / is led to the reference (%s)", async (method) => {
  const response = await ask("/", ofBrowser, method);

  expect([response.status, response.headers.get("location")]).toEqual([303, "docs"]);
  expect(response.headers.get("vary")).toBe("Accept");
  const page = await fetch(`${app.url}/`, { headers: { accept: ofBrowser } });
  expect([page.status, page.url]).toEqual([200, `${app.url}/docs`]);
});

test.each(["*/*", "application/json", "application/json, text/html", undefined, "text/html;q=0"])(
  "a program at / that accepts %s is answered not_found",
  async (accept) => {
    const response = await ask("/", accept);

    expect([response.status, response.headers.get("location")]).toEqual([404, null]);
    expect(await response.json()).toMatchObject({ success: false, error: "not_found" });
  },
);

test.each(["/", "/docs/"])("a write to %s is not_found", async (path) => {
  const response = await ask(path, ofBrowser, "POST");

  expect(await response.json()).toMatchObject({ error: "not_found" });
});

test.each(["*/*", ofBrowser])("/docs/ leads to the reference, for a client that accepts %s", async (accept) => {
  const response = await ask("/docs/", accept);

  expect([response.status, response.headers.get("location")]).toEqual([303, "../docs"]);
  expect((await fetch(`${app.url}/docs/`, { headers: { accept } })).url).toBe(`${app.url}/docs`);
});

test("an address below / or /docs leads nowhere", async () => {
  for (const path of ["//", "/docs//", "/docs/x", "//elsewhere.example/"]) {
    const response = await ask(path, ofBrowser);
    expect([path, response.status]).toEqual([path, 404]);
  }
});
