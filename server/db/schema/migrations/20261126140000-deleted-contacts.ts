import { Migration } from "@mikro-orm/migrations";

const eventTypes = `'message.received', 'message.status', 'otp.status', 'consent.changed', 'contact.changed',
  'contact.merged', 'contact.deleted', 'webhook.disabled', 'webhook.test'`;

/** Allows the event of a deleted contact. */
export class Migration20261126140000DeletedContacts extends Migration {
  override up(): void {
    this.addSql(`alter table event drop constraint event_type_check`);
    this.addSql(`alter table event add constraint event_type_check check (type in (${eventTypes})) not valid`);
  }
}
