import type { TargetName } from "../targets.ts";

/** No host contains a space, so the target of an endpoint is never that of a `replyWebhookUrl`. */
const prefix = "endpoint ";

/** The target of the deliveries to an endpoint. */
export const targetOf = (endpointId: string): string => `${prefix}${endpointId}`;

/** The id of the endpoint that a target belongs to; undefined for a host. */
export const endpointOf = ({ name }: TargetName): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
