import type { OpenAPIV3_1 } from "openapi-types";
import { compareSchemas, type Direction, type Schema } from "./compare-schemas.ts";
import type { NamedCode } from "./share-errors.ts";

type Document = OpenAPIV3_1.Document;
type Operation = OpenAPIV3_1.OperationObject;
type Parameter = OpenAPIV3_1.ParameterObject;
type Response = OpenAPIV3_1.ResponseObject & { "x-error-codes"?: NamedCode[] };

const methods = ["get", "post", "patch", "put", "delete"] as const;

/**
 * Describes the changes of a released contract that break clients. Both documents are without `$ref`. New operations,
 * optional fields and parameters, enum values and error codes in responses are allowed, because the contract asks
 * clients to accept them.
 */
export function findBreakingChanges(released: Document, current: Document): string[] {
  const oldOperations = operationsOf(released);
  const newOperations = operationsOf(current);
  return [...oldOperations].flatMap(([route, operation]) => {
    const newer = newOperations.get(route);
    return newer ? compareOperations(route, operation, newer, released, current) : [`${route} is gone`];
  });
}

/**
 * Whether a version announces a breaking change: by a higher major version, or while that is 0, a higher minor version.
 */
export function announcesBreakage(released: string, current: string): boolean {
  const [from, to] = [parseVersion(released), parseVersion(current)];
  if (to.major !== from.major) return to.major > from.major;
  return to.major === 0 && to.minor > from.minor;
}

function parseVersion(version: string): { major: number; minor: number } {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return { major, minor };
}

function operationsOf({ paths = {}, webhooks = {} }: Document): Map<string, Operation> {
  const all = [...Object.entries(paths), ...Object.entries(webhooks).map(([name, item]) => [`webhook ${name}`, item])];
  return new Map(
    all.flatMap(([path, item]) =>
      methods.flatMap((method): [string, Operation][] => {
        const operation = (item as OpenAPIV3_1.PathItemObject | undefined)?.[method];
        return operation ? [[`${method.toUpperCase()} ${path}`, operation]] : [];
      }),
    ),
  );
}

function compareOperations(route: string, before: Operation, now: Operation, released: Document, current: Document) {
  // This service writes the body of a webhook, and clients read it.
  const direction = route.includes(" webhook ") ? "output" : "input";
  return [
    ...(before.operationId === now.operationId ? [] : [`${route}: its operationId ${before.operationId} is gone`]),
    ...compareSecurity(route, before.security ?? released.security ?? [], now.security ?? current.security ?? []),
    ...compareParameters(route, before, now),
    ...compareBodies(route, bodyOf(before), bodyOf(now), direction),
    ...compareResponses(route, before, now),
  ];
}

type Security = OpenAPIV3_1.SecurityRequirementObject[];

function compareSecurity(route: string, before: Security, now: Security): string[] {
  const names = (security: Security) => security.map((scheme) => Object.keys(scheme).join(" and "));
  if (now.length === 0) return [];
  if (before.length === 0) return [`${route}: authentication is now required`];
  const lost = names(before).filter((name) => !names(now).includes(name));
  return lost.map((name) => `${route}: ${name || "a request without a key"} is no longer accepted`);
}

function compareParameters(route: string, before: Operation, now: Operation): string[] {
  const [oldParameters, newParameters] = [before, now].map(
    ({ parameters = [] }) => new Map((parameters as Parameter[]).map((each) => [`${each.in} ${each.name}`, each])),
  ) as [Map<string, Parameter>, Map<string, Parameter>];
  const changed = [...oldParameters].flatMap(([key, parameter]) => {
    const newer = newParameters.get(key);
    if (!newer) return [`${route}: the parameter ${key} is gone`];
    return [
      ...(newer.required && !parameter.required ? [`${route}: the parameter ${key} is now required`] : []),
      ...compareSchemas(`${route} ${key}`, parameter.schema as Schema, newer.schema as Schema, "input"),
    ];
  });
  const added = [...newParameters].filter(([key, { required }]) => required && !oldParameters.has(key));
  return [...changed, ...added.map(([key]) => `${route}: the new parameter ${key} is required`)];
}

const bodyOf = ({ requestBody }: Operation) => requestBody as OpenAPIV3_1.RequestBodyObject | undefined;

function compareBodies(
  route: string,
  before: OpenAPIV3_1.RequestBodyObject | undefined,
  now: OpenAPIV3_1.RequestBodyObject | undefined,
  direction: Direction,
): string[] {
  if (!before) return now?.required ? [`${route}: a body is now required`] : [];
  if (!now) return [`${route}: the body is gone`];
  return [
    ...(now.required && !before.required ? [`${route}: the body is now required`] : []),
    ...compareContents(`${route} body`, before.content, now.content, direction),
  ];
}

type Content = Record<string, OpenAPIV3_1.MediaTypeObject>;

function compareContents(where: string, before: Content, now: Content, direction: Direction): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const newer = now[type];
    if (!newer) return [`${where}: ${type} is gone`];
    return compareSchemas(where, schema as Schema, newer.schema as Schema, direction);
  });
}

function compareResponses(route: string, before: Operation, now: Operation): string[] {
  const added = Object.keys(now.responses ?? {}).filter(
    (status) => status.startsWith("2") && !before.responses?.[status],
  );
  const changed = Object.entries(before.responses ?? {}).flatMap(([status, response]) => {
    const where = `${route} ${status}`;
    const newer = now.responses?.[status] as Response | undefined;
    if (!newer) return [`${where} is gone`];
    const { content = {}, headers = {} } = response as Response;
    const lost = Object.keys(headers).filter((name) => !newer.headers?.[name]);
    return [
      ...lost.map((name) => `${where}: the header ${name} is gone`),
      ...compareContents(where, content, newer.content ?? {}, "output"),
      ...compareCodes(where, response as Response, newer),
    ];
  });
  return [...added.map((status) => `${route}: the success ${status} is new`), ...changed];
}

/** Compares the error codes of a response. New codes are allowed. */
function compareCodes(where: string, before: Response, now: Response): string[] {
  const codesOf = ({ "x-error-codes": codes = [] }: Response) => codes.map(({ code }) => code);
  const lost = codesOf(before).filter((code) => !codesOf(now).includes(code));
  return lost.map((code) => `${where} ${code} is gone`);
}
