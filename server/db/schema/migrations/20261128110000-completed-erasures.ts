import { Migration } from "@mikro-orm/migrations";

const eventTypes = `'message.received', 'message.status', 'media.stored', 'otp.status', 'consent.changed',
  'consent.suspected', 'contact.changed', 'contact.merged', 'contact.deleted', 'webhook.disabled', 'webhook.test',
  'approval.requested', 'approval.decided', 'erasure.completed'`;

/** Allows the event of an erasure that is done. */
export class Migration20261128110000CompletedErasures extends Migration {
  override up(): void {
    this.addSql(`alter table event drop constraint event_type_check`);
    this.addSql(`alter table event add constraint event_type_check check (type in (${eventTypes})) not valid`);
  }
}
