import type { OpenAPIV3_1 } from "openapi-types";

type Reference = OpenAPIV3_1.ReferenceObject;

/** A reference to a schema of the components. */
export const referenceTo = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });

/** The name of the component that a reference names. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf("/") + 1);
