import type { KeptAnswer } from "../operations/once/claims.ts";
import type { E164 } from "../phone.ts";
import type { Delivery } from "./delivery.ts";
import type { Route } from "./find-routes.ts";
import type { PositionRow } from "./store/new-messages.ts";
import type { NewText } from "./texts.ts";

/** A text with its route, and with the delivery that is known before the provider is called. */
export interface RoutedText {
  text: NewText;
  route: Route;
  delivery: Delivery;
  /** The answer to keep for its Idempotency-Key; undefined if it is not known yet. */
  answer: KeptAnswer | undefined;
}

/**
 * The result for one text. `phone_number` is the number that was found for a text without one. `is_opted_out` counts only
 * for a text with a number. A text that is not stored has no position.
 */
export type TextRow = { id: string; phone_number: E164 | null; is_opted_out: boolean } & (
  | PositionRow
  | { thread_id: null; created_at: null }
) & {
    /** Absent if no text of the batch has a budget. */
    is_over_budget?: boolean;
  };
