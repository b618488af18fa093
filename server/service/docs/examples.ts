import type { OpenAPIV3_1 } from "openapi-types";

/** The examples of a body. */
export function examplesOf({ example, examples = {} }: OpenAPIV3_1.MediaTypeObject = {}): unknown[] {
  const named = Object.values(examples).map((each) => (each as OpenAPIV3_1.ExampleObject).value);
  return example === undefined ? named : [example, ...named];
}
