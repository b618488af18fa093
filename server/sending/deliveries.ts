import { type RawBuilder, sql } from "kysely";

/**
 * A table of texts as far as their deliveries go: its name, its column for where a delivery is, and what tells the
 * texts that went out from others. The other columns have the same names in each.
 */
export interface Deliveries {
  table: RawBuilder<unknown>;
  status: RawBuilder<unknown>;
  isOutbound: RawBuilder<unknown>;
}

/** The messages of threads. */
export const messageDeliveries: Deliveries = {
  table: sql`message`,
  status: sql`status`,
  isOutbound: sql`direction = 'outbound'`,
};

/** One-time passcodes, which have a status of their own beside that of their delivery. */
export const otpDeliveries: Deliveries = { table: sql`otp`, status: sql`delivery_status`, isOutbound: sql`true` };

/** Every text that goes out. */
export const allDeliveries = [messageDeliveries, otpDeliveries];
