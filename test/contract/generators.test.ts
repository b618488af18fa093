import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { contractFiles } from "../../server/contract/document.ts";

type Operation = OpenAPIV3_1.OperationObject;

// biome-ignore lint/suspicious/noExplicitAny: it looks into documents of two versions alike.
type Any = any;

/** Both documents with all doors, because a generator must read what a server serves by default. */
const documents = [JSON.parse(contractFiles.json), JSON.parse(contractFiles.json30)];

const operationsOf = ({ paths }: Any) => Object.values<Any>(paths).flatMap((item) => Object.values<Operation>(item));

test("no answer is a default, which progenitor takes for a success, too", () => {
  for (const operation of documents.flatMap(operationsOf)) {
    expect(Object.keys(operation.responses ?? {}), operation.operationId).not.toContain("default");
  }
});

test("a text or a number of a form has its schema in its place, because the generator for Rust writes no other", () => {
  let fields = 0;
  for (const document of documents) {
    const { schemas } = document.components;
    for (const operation of operationsOf(document) as Any[]) {
      const { $ref } = operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema ?? {};
      if ($ref === undefined) continue;
      for (const [name, field] of Object.entries<Any>(schemas[$ref.split("/").at(-1)].properties)) {
        const target = schemas[(field.$ref ?? field.allOf?.[0].$ref ?? "").split("/").at(-1)];
        expect(target === undefined || target.enum !== undefined, `${operation.operationId} ${name}`).toBe(true);
        fields += 1;
      }
    }
  }
  expect(fields).toBeGreaterThan(20);
});
