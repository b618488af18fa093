/**
 * Changes a team's endpoints. A creation locks the team, so that the count of endpoints holds. A change locks the
 * endpoint, which the publisher also locks. So a change applies to all events that are not queued yet.
 */
import { sql } from "kysely";
import { lockTeams } from "../../business-numbers/lock-teams.ts";
import { contractDocument } from "../../contract/document.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import { BusinessNumber } from "../../db/schema/entities/business-number.ts";
import { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import { newId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { fail, failFields } from "../../errors.ts";
import { beginFeed, noteUse } from "../../events/feeds.ts";
import { checkTypes } from "../../events/named-types.ts";
import type { Scope } from "../../operations/scope.ts";
import { markDue } from "../queue/targets.ts";
import { addSecret, makeSecret, replaceSecret } from "../secrets.ts";
import { endRemaining } from "./end-deliveries.ts";
import { targetOf } from "./endpoint-target.ts";
import { getEndpoint } from "./find-endpoints.ts";

const { teamWebhookEndpoints: maxEndpoints } = contractDocument["x-limits"];

/** What decides which events an endpoint gets. */
export interface EndpointFilter {
  types: string[];
  businessNumberId: string | null;
  testMode: boolean | null;
}

/** The changes of an endpoint. What is undefined stays. */
export interface EndpointChanges extends Partial<EndpointFilter> {
  url?: string | undefined;
  enabled?: boolean | undefined;
}

/**
 * Adds an endpoint with a secret, which gets the events that commit from now on. A request in test mode adds one of
 * mode `test`.
 *
 * @throws insufficient_scope for types that must be named; validation_error for a private address, a business number of
 *   another team, the 21st endpoint of a team, and live mode in test mode
 */
export async function createEndpoint(scope: Scope, given: EndpointFilter & { url: string }): Promise<WebhookEndpoint> {
  const { em, teamId, apiKeyId, now } = scope;
  const testMode = given.testMode ?? (scope.testMode || null);
  await check(scope, { ...given, testMode });
  await lockTeams(em, [teamId]);
  const count = await em.count(WebhookEndpoint, { teamId, deletedAt: null });
  if (count >= maxEndpoints)
    failFields(
      ["url"],
      `would be the address of a team's endpoint number ${count + 1}, and a team has at most ${maxEndpoints}`,
    );
  const { lastSequence } = await beginFeed(em, teamId);
  const endpoint = em.create(WebhookEndpoint, {
    ...given,
    testMode,
    teamId,
    apiKeyId,
    id: newId(),
    position: String(lastSequence),
    publishedAt: now,
    replayUntil: null,
    failingSince: null,
    disabledAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  await addSecret(em, scope.webhooks.sealer, endpoint, makeSecret(now));
  return endpoint;
}

/**
 * Changes an endpoint. Enabling it ends what is pending from before, and lets it continue with the next event. The key
 * that changes its address is from then on the endpoint's key.
 *
 * @throws insufficient_scope for types that must be named, webhook_endpoint_not_found, validation_error
 */
export async function updateEndpoint(
  scope: Scope,
  id: string,
  { enabled, ...changes }: EndpointChanges,
): Promise<WebhookEndpoint> {
  const { em, apiKeyId, now } = scope;
  await check(scope, changes);
  const endpoint = await lockForChange(scope, id);
  // Whoever chooses the address reads what is posted there.
  if (changes.url !== undefined) checkTypes(scope.rights, endpoint.types);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  em.assign(endpoint, { ...given, ...(changes.url !== undefined && { apiKeyId }), updatedAt: now });
  if (enabled === true && endpoint.disabledAt) {
    const { lastSequence } = await beginFeed(em, scope.teamId);
    await endRemaining(em, scope.teamId, endpoint.id);
    em.assign(endpoint, { disabledAt: null, failingSince: null, replayUntil: null, position: String(lastSequence) });
  }
  if (enabled === false && !endpoint.disabledAt) {
    em.assign(endpoint, { disabledAt: now, replayUntil: null });
    await endPending(em, endpoint, now);
  }
  await em.flush();
  return endpoint;
}

/** Deletes an endpoint. Its events are recorded for another 30 days. @throws webhook_endpoint_not_found */
export async function deleteEndpoint(scope: Scope, id: string): Promise<WebhookEndpoint> {
  const { em, teamId, now } = scope;
  const endpoint = await lockForChange(scope, id);
  em.assign(endpoint, { deletedAt: now, updatedAt: now });
  await em.flush();
  await endPending(em, endpoint, now);
  await noteUse(em, teamId, now);
  return endpoint;
}

/** Gives an endpoint a new secret. The replaced one still signs for a day. @throws webhook_endpoint_not_found */
export async function rotateEndpointSecret(scope: Scope, id: string): Promise<WebhookEndpoint> {
  const endpoint = await lockForChange(scope, id);
  await replaceSecret(scope.em, scope.webhooks.sealer, endpoint, scope.now);
  return endpoint;
}

/**
 * Locks an endpoint to change it, or what it gets. A request in test mode may change only endpoints of mode `test`.
 *
 * @throws webhook_endpoint_not_found, validation_error
 */
export async function lockForChange(scope: Scope, id: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(scope, id);
  if (scope.testMode && endpoint.testMode !== true)
    failFields(["id"], "is the id of an endpoint that gets live events, so a request in test mode does not change it");
  return endpoint;
}

/** Locks an endpoint and reads it. @throws webhook_endpoint_not_found */
export async function lockEndpoint(scope: Scope, id: string): Promise<WebhookEndpoint> {
  const { teamId, em } = scope;
  const found = await getEndpoint(scope, id);
  await sql`
    select from webhook_endpoint where team_id = ${teamId} and id = ${found.id} for no key update
  `.execute(queries(em));
  await em.refresh(found);
  return found.deletedAt ? fail("webhook_endpoint_not_found") : found;
}

/** Makes a worker end the deliveries of an endpoint that gets none any more. */
const endPending = (tx: EntityManager, { teamId, id }: WebhookEndpoint, now: Timestamp) =>
  markDue(tx, [{ teamId, name: targetOf(id), dueAt: now }]);

async function check(scope: Scope, { url, types, businessNumberId, testMode }: EndpointChanges): Promise<void> {
  const { em, teamId, rights, webhooks } = scope;
  checkTypes(rights, types);
  if (scope.testMode && testMode !== undefined && testMode !== true)
    failFields(["mode"], "must be test, because this request acts in test mode");
  if (url !== undefined) await webhooks.checkUrl("url", url);
  if (businessNumberId == null) return;
  const number = await em.findOne(BusinessNumber, { teamId, id: businessNumberId });
  if (!number) failFields(["businessNumberId"], "is not the id of a business number of the team");
}
