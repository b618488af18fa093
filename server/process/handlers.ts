import { audit } from "../audit/handlers.ts";
import { businessNumbers } from "../business-numbers/handlers.ts";
import { contacts } from "../contacts/handlers.ts";
import { doors } from "../doors/handlers.ts";
import { events } from "../events/handlers.ts";
import { callbacks } from "../inbound/handlers.ts";
import { keys } from "../keys/handlers.ts";
import { media } from "../media/handlers.ts";
import type { Handlers } from "../operations/handlers.ts";
import { consents } from "../opt-outs/handlers.ts";
import { otp } from "../otp/handlers.ts";
import { privacy } from "../privacy/handlers.ts";
import { service } from "../service/handlers.ts";
import { simulator } from "../simulator/handlers.ts";
import { approvals, messages, messaging } from "../texts/handlers.ts";
import { redactions } from "../texts/redact/handlers.ts";
import { threads } from "../threads/handlers.ts";
import { usage } from "../usage/handlers.ts";
import { webhookEndpoints } from "../webhooks/endpoints/handlers.ts";

/** The handlers of all operations of the contract. A missing handler does not compile. */
export const handlers: Handlers = {
  ...approvals,
  ...audit,
  ...businessNumbers,
  ...callbacks,
  ...consents,
  ...contacts,
  ...doors,
  ...events,
  ...keys,
  ...media,
  ...messages,
  ...messaging,
  ...otp,
  ...privacy,
  ...redactions,
  ...service,
  ...simulator,
  ...threads,
  ...usage,
  ...webhookEndpoints,
};
