import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { errors } from "../../generated/errors.ts";
import { type RouteId, routes } from "../../generated/operations.ts";
import { contractDocument } from "../../server/contract/document.ts";
import { describe as describeOperation, inputSchemas } from "../../server/contract/schemas.ts";
import { addressMark, readExamples } from "../../server/service/docs/example.ts";
import { renderLlmsText } from "../../server/service/docs/llms.ts";
import { renderDocs } from "../../server/service/docs/page.ts";
import { docsStyle } from "../../server/service/docs/style.ts";
import { useApp } from "../support/app.ts";

const app = useApp();
const configured = useApp({ publicUrl: () => "https://sms.example.com/<b>" });
type Variant = { status: number; message: string; nextStep: string | Record<string, string> };

const page = renderDocs(contractDocument, errors, readExamples());
const ids = Object.keys(routes) as RouteId[];

/** The part of the page that has this id. */
function sectionOf(id: string): string {
  const start = page.indexOf(`<section class="operation" id="${id}">`);
  return start < 0 ? "" : page.slice(start, page.indexOf("</section>", start));
}

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ");

const decodeEntities = (markup: string) =>
  markup
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

test("the reference is a public page", async () => {
  const response = await fetch(`${app.url}/docs`);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await response.text()).toBe(page.replaceAll(addressMark, app.url));
});

test("the examples show the configured address of the server, as text", async () => {
  const shown = await (await fetch(`${configured.url}/docs`)).text();

  expect(textOf(shown)).toContain('curl "https://sms.example.com/<b>/api/threads?per_page=1"');
  expect(shown).not.toContain("<b>");
  expect(shown).not.toContain(addressMark);
});

test("another Host of a request changes nothing on the page", async () => {
  const request = get(`${app.url}/docs`, { headers: { host: "elsewhere.example" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];

  expect(await readText(response)).toBe(page.replaceAll(addressMark, app.url));
});

test("the page loads only its script and its icon, and no reference in it leads to another server", () => {
  const references = [...page.matchAll(/\s(?:href|src|srcset|action|data|poster|background|cite)="([^"]*)"/g)];

  expect(references.length).toBeGreaterThan(ids.length);
  const outside = references.flatMap(([, target = ""]) => (/^#[\w-]+$/.test(target) ? [] : target));
  expect(outside).toEqual(["page.svg", "docs.js", "openapi.yaml", "openapi.json", "openapi-3.0.json", "llms.txt"]);
  expect(page).not.toMatch(/@import|url\(/i);
  expect(page.match(/<script.*/gi)).toEqual(['<script src="docs.js" defer></script>']);
});

test("every link within the page has its target, and every id is unique", () => {
  const targets = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

  expect(new Set(targets).size).toBe(targets.length);
  for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(targets).toContain(target);
});

test("the areas follow the order of the README's tour, and the service itself comes last", () => {
  const headings = [...page.matchAll(/<section class="area" id="area-([\w-]+)">/g)].map(([, area]) => area);

  expect(headings).toEqual([
    ...[
      "messaging",
      "messages",
      "approvals",
      "otp",
      "threads",
      "media",
      "privacy",
      "contacts",
      "consents",
      "business-numbers",
      "keys",
      "usage",
      "audit",
    ],
    ...[
      "events",
      "webhook-endpoints",
      "webhooks",
      "callbacks",
      "simulator",
      "mcp",
      "twilio",
      "textbelt",
      "supabase",
      "service",
    ],
  ]);
});

test("every parameter has a description", () => {
  const undescribed = ids.flatMap((id) =>
    ((describeOperation(id).parameters as OpenAPIV3_1.ParameterObject[] | undefined) ?? [])
      .filter(({ description = "" }) => description.trim() === "")
      .map(({ name }) => `${id}: ${name}`),
  );

  expect(undescribed).toEqual([]);
});

test("a summary is a short phrase that begins with a verb, without a question or a period", () => {
  for (const id of ids) {
    const { summary = "" } = describeOperation(id);
    expect(summary, id).toMatch(
      /^(Approve|Archive|Add|Call|Cancel|Check|Create|Decide|Delete|Erase|Export|Get|Give|Import|List|Make|Merge|Open|Post|Preview|Receive|Record|Redact|Reject|Report|Send|Undo|Update|Verify) /,
    );
    expect(summary, id).not.toMatch(/[?.!]$/);
  }
});

test.each(ids)("%s is listed with its route, its description, its input, its answers and its refusals", (id) => {
  const { method, path, contentType, status } = routes[id];
  const { summary = "", description = "", responses = {} } = describeOperation(id);
  const text = textOf(sectionOf(id));

  const inOneLine = (words: string) => words.replaceAll("`", "").replaceAll(/\s+/g, " ");
  for (const words of [summary, `${method} ${path}`, description]) expect(text).toContain(inOneLine(words));
  expect(text).toContain(`${status} `);
  expect(text).toContain(contentType ?? "");
  const { parameters, body } = inputSchemas[id];
  for (const { name } of parameters) expect(sectionOf(id)).toContain(`<code>${name}</code>`);
  for (const [name, field] of Object.entries(body?.properties ?? {})) {
    expect(sectionOf(id)).toContain(`<code>${name}</code>`);
    expect(text).toContain(inOneLine((field as { description?: string }).description ?? ""));
  }
  for (const refusal of Object.keys(responses).filter((each) => !each.startsWith("2"))) {
    expect(sectionOf(id)).toContain(`<td>${refusal}</td>`);
  }
});

test("the webhook is listed with its description, its body and the meaning of answers", () => {
  const text = textOf(sectionOf("messageReceived"));
  const { post } = contractDocument.webhooks!["message.received"] as OpenAPIV3_1.PathItemObject;
  const inOneLine = (words = "") => words.replaceAll("`", "").replaceAll(/\s+/g, " ");
  const { schema, examples } = (post!.requestBody as OpenAPIV3_1.RequestBodyObject).content["application/json"]!;

  const paragraphs = post!.description!.split("\n\n");
  for (const words of [post!.summary, ...paragraphs, "POST message.received"]) expect(text).toContain(inOneLine(words));
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) expect(text).toContain(name);
  for (const [name, field] of Object.entries((schema as OpenAPIV3_1.SchemaObject).properties!)) {
    expect(text).toContain(name);
    expect(text).toContain(inOneLine((field as OpenAPIV3_1.SchemaObject).description));
  }
  for (const [status, response] of Object.entries(post!.responses!)) {
    expect(text).toContain(`${status}${inOneLine((response as OpenAPIV3_1.ResponseObject).description)}`);
  }
  const [example] = Object.values(examples!) as OpenAPIV3_1.ExampleObject[];
  expect(text).toContain(inOneLine(JSON.stringify(example!.value, null, 2)));
});

test("fields are listed with their limits and their error codes", () => {
  const text = textOf(sectionOf("sendText"));

  expect(text).toContain("1 to 160 characters");
  expect(text).toContain("Refused with message_required_or_empty");
  expect(text).toContain(`-d '{"phone_number":"+12025550123","message":"Your order has shipped."}'`);
  expect(textOf(sectionOf("listThreads"))).toContain("1 to 100 · default 15");
  expect(textOf(sectionOf("listThreadMessages"))).toContain("messages[].createdAt");
});

test.each(Object.entries(errors))("%s is in the catalogue with its statuses and description", (code, variants) => {
  const start = page.indexOf(`<tr id="error-${code}">`);
  const text = textOf(page.slice(start, page.indexOf("</tr>", start)));

  expect(start).toBeGreaterThan(0);
  for (const { status, message, nextStep } of variants as readonly Variant[]) {
    expect(text).toContain(`${status} ${message}`);
    for (const step of typeof nextStep === "string" ? [nextStep] : Object.values(nextStep)) {
      expect(text).toContain(step.replaceAll("`", ""));
    }
  }
});

test("markup in the contract is shown as text", () => {
  const hostile = `"><script>alert('&')</script><img src=x onerror="alert(1)">`;
  const schema = {
    type: "object",
    properties: {
      [hostile]: { type: "string", description: hostile, default: hostile, enum: [hostile], pattern: hostile },
    },
  } as OpenAPIV3_1.SchemaObject;
  const content = { [hostile]: { schema, example: { [hostile]: hostile } } };
  const operation: OpenAPIV3_1.OperationObject = {
    operationId: hostile,
    summary: hostile,
    description: `${hostile} \`${hostile}\``,
    tags: [hostile],
    parameters: [{ name: hostile, in: "query", description: hostile, schema: { type: "string", format: hostile } }],
    requestBody: { content },
    responses: {
      200: { description: hostile, content, headers: { [hostile]: { description: hostile } } },
      400: { description: hostile, content: { a: { schema: { description: hostile } } } },
    },
  };
  const rendered = renderDocs(
    {
      openapi: "3.1.0",
      info: { title: hostile, version: hostile, description: hostile },
      tags: [{ name: hostile, description: hostile }],
      paths: { [`/${hostile}`]: { get: operation } } as OpenAPIV3_1.PathsObject,
      webhooks: { [hostile]: { post: { ...operation, operationId: `webhook ${hostile}` } as never } },
    },
    { [hostile]: [{ status: 400, message: hostile, nextStep: hostile }] },
    { setup: { curl: hostile }, operations: { [hostile]: [{ curl: hostile, python: hostile }] } },
  );

  expect(rendered.replace('<script src="docs.js" defer></script>', "")).not.toMatch(/<script|<img/);
  expect(rendered.match(/&lt;script&gt;alert\(&#39;&amp;&#39;\)/g)!.length).toBeGreaterThan(20);
  expect(rendered.replaceAll(/<[a-z][^>]*>/g, "")).not.toContain('"><');
});

test("an example of an error body is shown for each operation: that of the refusal that the fewest operations share", () => {
  const exampleOf = (id: string) => /The body of a refusal:<\/p>\s*<pre><code>(.*?)<\/code>/s.exec(sectionOf(id))?.[1];
  for (const id of ids.filter((each) => routes[each].door === null)) {
    const { error, success, requestId, message, nextStep } = JSON.parse(decodeEntities(exampleOf(id)!));
    const refusals = Object.values(describeOperation(id).responses ?? {}) as { "x-error-codes"?: { code: string }[] }[];

    expect(refusals.flatMap(({ "x-error-codes": codes = [] }) => codes.map(({ code }) => code))).toContain(error);
    expect([success, typeof message, typeof nextStep, typeof requestId]).toEqual([false, "string", "string", "string"]);
  }
  expect(exampleOf("mergeContacts")).toContain("merge_changed");
});

test("the page is readable without its script: every example is in it, and what is folded can be unfolded", () => {
  const { operations } = readExamples();
  const codes = new Set([...page.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, code = ""]) => textOf(code)));
  for (const example of Object.values(operations).flat()) {
    for (const text of Object.values(example))
      expect(codes).toContain(text.replaceAll(/\s+/g, " ").replaceAll("`", ""));
  }
  expect(page).not.toMatch(/<[^>]*\shidden/);
  const hiding = [...docsStyle.matchAll(/([^{}]*)\{[^{}]*display: none/g)].map(([, selector = ""]) => selector.trim());
  // The script sets the class.
  expect(hiding).toEqual([".scripted .menu summary"]);
});

test("the script is a file that can be revalidated, and its page may send no request", async () => {
  const script = await fetch(`${app.url}/docs.js`);
  const again = await fetch(`${app.url}/docs.js`, { headers: { "if-none-match": script.headers.get("etag")! } });

  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect([script.status, again.status]).toEqual([200, 304]);
  expect(await script.text()).not.toMatch(/fetch\(|XMLHttpRequest|innerHTML|eval\(|api[-_]?key/i);
});

test("the index for language models links each operation, and the documents", async () => {
  const response = await fetch(`${app.url}/llms.txt`);
  const again = await fetch(`${app.url}/llms.txt`, { headers: { "if-none-match": response.headers.get("etag")! } });
  const text = await response.text();

  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(again.status).toBe(304);
  expect(text).toBe(renderLlmsText(contractDocument));
  expect(text).toMatch(/^# Messaging\n\n> A team-scoped SMS messaging API/);
  for (const id of ids) expect(text).toContain(`- [${describeOperation(id).summary}](docs#${id}): `);
  for (const [, path = ""] of text.matchAll(/\]\(([^)#]+)/g))
    expect((await fetch(`${app.url}/${path}`)).status).toBe(200);
  expect(text.length).toBeLessThan(12_000);
});
