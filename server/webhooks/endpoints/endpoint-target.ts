/** No host contains a space, so the target of an endpoint is never that of a `replyWebhookUrl`. */
const prefix = "endpoint ";

/** The name of the target of the deliveries to an endpoint. */
export const targetOf = (endpointId: string): string => `${prefix}${endpointId}`;

/** The id of the endpoint that a target with that name belongs to; undefined for a host. */
export const endpointOf = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
