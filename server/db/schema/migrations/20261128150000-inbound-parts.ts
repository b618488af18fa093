import { Migration } from "@mikro-orm/migrations";

/** Adds the parts of inbound texts that arrive one by one. */
export class Migration20261128150000InboundParts extends Migration {
  override up(): void {
    this.addSql(`create table inbound_part (
      provider_account_id uuid not null, sender varchar(64) not null, recipient varchar(64) not null,
      reference int not null, parts int not null, part int not null,
      text text not null, received_at timestamptz(6) not null, joined_at timestamptz(6),
      primary key (provider_account_id, sender, recipient, reference, parts, part)
    )`);
  }
}
