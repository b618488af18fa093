/**
 * Errors in the form of a request, independent of its operation.
 */
import { METHODS } from "node:http";
import fc from "fast-check";
import type { OpenAPIV3_1 } from "openapi-types";
import { type RouteId, routes } from "../../../generated/operations.ts";
import { contractDocument } from "../../../server/contract/document.ts";
import { describe } from "../../../server/contract/schemas.ts";
import type { Breakage, Draft } from "./draft.ts";
import { excess } from "./values.ts";

/** Requests that are refused for any operation, mostly before the operation is known. */
export function brokenRequests(id: RouteId): fc.Arbitrary<Breakage>[] {
  return [breakMethod(id), breakPath(id), badEncoding, badHead];
}

const unread = (name: string, answer: string, apply: Breakage["apply"]): Breakage => {
  return { name, subject: "request", expected: [answer], isUnread: true, apply };
};

/** The methods that the routes with a path have. */
function methodsAt(segments: string[]): string[] {
  return Object.values(routes)
    .filter(({ path }) => {
      const parts = path.split("/").slice(1);
      const fits = (part: string, at: number) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]);
      return parts.length === segments.length && parts.every(fits);
    })
    .map(({ method }) => method);
}

function breakMethod(id: RouteId): fc.Arbitrary<Breakage> {
  const allowed = methodsAt(routes[id].path.split("/").slice(1));
  // CONNECT opens a tunnel instead of a resource, and HEAD has no body to check.
  const wrong = METHODS.filter((method) => !allowed.includes(method) && method !== "CONNECT" && method !== "HEAD");
  return fc.constantFrom(...wrong).map((method) =>
    unread(`the method ${method}`, "405 method_not_allowed", (draft) => {
      draft.method = method;
    }),
  );
}

function breakPath(id: RouteId): fc.Arbitrary<Breakage> {
  const parts = routes[id].path.split("/").slice(1);
  const ways: ((parts: string[], at: number) => string[])[] = [
    (given) => [...given, ""],
    (given) => [...given, "x"],
    (given) => ["", ...given],
    (given, at) => given.toSpliced(at, 0, ""),
    (given, at) => given.toSpliced(at, 1),
    (given, at) => given.with(at, given[at]!.toUpperCase()),
    (given, at) => given.with(at, `${given[at]}%20`),
  ];
  return fc
    .tuple(fc.constantFrom(...ways), fc.nat({ max: parts.length - 1 }))
    .filter(([way, at]) => methodsAt(way(parts, at)).length === 0 && !leadsTo(id, way(parts, at)))
    .map(([way, at]) =>
      unread(`the path /${way(parts, at).join("/")}`, "404 not_found", (draft) => {
        draft.segments = way(draft.segments, at);
      }),
    );
}

/** Whether a path is another address of a page, which leads there. */
const leadsTo = (id: RouteId, parts: string[]) =>
  (describe(id) as { "x-led-from"?: { everyone?: string[] } })["x-led-from"]?.everyone?.includes(`/${parts.join("/")}`);

const badEncoding = fc
  .tuple(fc.constantFrom("%", "%zz", "%ff", "%c3%28", "%ED%A0%80", "%u0041"), fc.nat())
  .map(([text, at]) =>
    unread(`${text} in the path`, "400 validation_error", ({ segments }) => {
      segments[at % segments.length] += text;
    }),
  );

const badLines = [
  "no colon",
  "Bad Name: x",
  "X-Control: \x01",
  "Content-Length: ten",
  "Content-Length: -1",
  "Transfer-Encoding: chunked\r\nContent-Length: 2",
  ": nameless",
];

const badHead = fc.oneof(
  fc
    .constantFrom(...badLines)
    .map((line) =>
      unread(`the header ${line.slice(0, 60)}`, "400 validation_error", ({ rawHeaders }) => rawHeaders.push(line)),
    ),
  fc.constant(
    unread("a header of 17,000 characters", "431 validation_error", ({ rawHeaders }) => {
      rawHeaders.push(`X-Long: ${"x".repeat(17_000)}`);
    }),
  ),
  fc.constantFrom("HTTP/9.9", "http/1.1", "", "HTTP/1.1 HTTP/1.1", "FTP/1.0").map((version) =>
    unread(`the version ${version}`, "400 validation_error", (draft) => {
      draft.version = version;
    }),
  ),
  fc.constant(
    unread("no Host", "400 validation_error", (draft) => {
      draft.rawHeaders = draft.rawHeaders.filter((line) => !line.startsWith("Host:"));
    }),
  ),
);

/** Bodies of an unsupported type, or bodies that do not match their type. */
export function brokenTypes(id: RouteId): fc.Arbitrary<Breakage> {
  const { requestBody } = describe(id);
  const supported = Object.keys((requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content ?? {});
  const type = fc
    .oneof(
      fc.constantFrom("text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"),
      fc.constantFrom("", "json", "application/", "application/json/x", "text/json", "application/jsonp", ";"),
      fc.stringMatching(/^[a-z]{1,8}\/[a-z.-]{1,8}$/),
    )
    .filter((each) => !supported.includes(each) && each !== "application/json" && !each.endsWith("+json"));
  // The body of a callback may be anything else.
  if (routes[id].auth === "signature") return fc.oneof(type.map(ofType), excess.map(tooLarge));
  return fc.oneof(
    { weight: 3, arbitrary: type.map(ofType) },
    { weight: 3, arbitrary: fc.tuple(fc.nat(), fc.constantFrom("", "\0", ",", "}", "\u00ff")).map(cut) },
    { weight: 1, arbitrary: fc.constantFrom("ff", "c328", "eda080", "f8a1a1a1a1", "e282").map(notUtf8) },
    { weight: 1, arbitrary: excess.map(tooLarge) },
  );
}

const ofContent = (name: string, answer: string, apply: Breakage["apply"]): Breakage => {
  return { name, subject: "content", expected: [answer, "400 jsonrpc"], apply };
};

const ofType = (type: string) =>
  ofContent(`the type ${type}`, "415 unsupported_media_type", (draft) => {
    draft.headers.push(["Content-Type", type]);
    if (draft.body === undefined) draft.content ??= "{}";
  });

/** JSON that is cut off, with other characters at its end. */
const cut = ([at, instead]: [number, string]) =>
  ofContent(`the body cut at ${at} with ${JSON.stringify(instead)}`, "400 validation_error", (draft) => {
    const whole = JSON.stringify(draft.body ?? {});
    const broken = whole.slice(0, at % whole.length) + instead;
    draft.content = broken === "" || isJson(broken) ? `${broken}{` : broken;
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const notUtf8 = (bytes: string) =>
  ofContent(`the bytes ${bytes} in the body`, "400 validation_error", (draft) => {
    draft.content = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes, "hex"), Buffer.from('"}')]);
  });

const tooLarge = (more: number) =>
  ofContent(`a body of ${more} bytes too many`, "413 payload_too_large", (draft) => {
    const whole = JSON.stringify(draft.body ?? {});
    draft.content = whole.padEnd(contractDocument["x-limits"].bodyBytes + more, " ");
  });

/** Unusual parts of a request that the contract ignores. */
export const oddities: fc.Arbitrary<{ name: string; apply(draft: Draft): void }> = fc.oneof(
  fc
    .constantFrom(
      "page=2",
      "__proto__=x",
      "constructor=x&toString=",
      "%",
      "a=%zz",
      "&&=&",
      "x[]=0",
      "x[a]=b",
      "%00=%ff",
    )
    .map((text) => ({ name: `?${text}`, apply: ({ rawQuery }: Draft) => void rawQuery.push(text) })),
  fc
    .constantFrom(
      ...["X-Request-Id: <script>", "X-Request-Id: a\r\nX-Request-Id: b", "X-HTTP-Method-Override: DELETE"],
      ...[
        "X-Forwarded-Host: evil.example",
        "Range: bytes=5-1",
        "If-None-Match: *",
        "Cookie: a=b; =; ;",
        "TE: trailers",
      ],
      ...["Expect: the-unexpected", "traceparent: 00-zz", "Upgrade: h2c", "Accept-Encoding: *;q=9", "Forwarded: for=x"],
      ...["X-Strange: \xff\xfe", "X-Empty:", `X-Long: ${"y".repeat(6_000)}`, "Authorization: Negotiate é"],
    )
    .map((line) => ({ name: line.slice(0, 40), apply: ({ rawHeaders }: Draft) => void rawHeaders.push(line) })),
);
