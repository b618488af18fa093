import { type RawBuilder, sql } from "kysely";

/**
 * The delivery part of a table of texts of a kind: the table, its column of the delivery status, and the condition for
 * outbound texts. The other columns have the same names in all such tables.
 */
export interface Deliveries {
  kind: "message" | "otp";
  table: RawBuilder<unknown>;
  status: RawBuilder<unknown>;
  /** The address that a door posts statuses to: a column, or null where the kind has none. */
  statusCallback: RawBuilder<unknown>;
  isOutbound: RawBuilder<unknown>;
  /** The phone of the recipient of a text `t`. */
  recipient: RawBuilder<unknown>;
}

/** The messages of threads. */
export const messageDeliveries: Deliveries = {
  kind: "message",
  table: sql`message`,
  status: sql`status`,
  statusCallback: sql`status_callback`,
  isOutbound: sql`direction = 'outbound'`,
  recipient: sql`(select h.contact_phone from thread h where h.team_id = t.team_id and h.id = t.thread_id)`,
};

/** One-time passcodes. Their `status` is that of the passcode, so the delivery has a column of its own. */
export const otpDeliveries: Deliveries = {
  kind: "otp",
  table: sql`otp`,
  status: sql`delivery_status`,
  statusCallback: sql`null::text`,
  isOutbound: sql`true`,
  recipient: sql`t.phone_number`,
};

/** The deliveries of all outbound texts. */
export const allDeliveries = [messageDeliveries, otpDeliveries];
