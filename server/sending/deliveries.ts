import { type RawBuilder, sql } from "kysely";

/** A table of outbound texts, and its column for where their deliveries are. The other columns have the same names. */
export interface Deliveries {
  table: RawBuilder<unknown>;
  status: RawBuilder<unknown>;
}

/** The messages of threads. */
export const messageDeliveries: Deliveries = { table: sql`message`, status: sql`status` };

/** Every text that goes out. */
export const allDeliveries = [messageDeliveries];
