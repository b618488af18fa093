import { Migration } from "@mikro-orm/migrations";

/** Adds the addresses that the texts of business numbers are posted to. */
export class Migration20261127100200InboundAddresses extends Migration {
  override up(): void {
    this.addSql(`alter table business_number add column inbound_webhook_url text`);
  }
}
