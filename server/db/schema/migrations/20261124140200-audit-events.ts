import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table audit_event (
    team_id uuid not null, at timestamptz(6) not null, id uuid not null, api_key_id uuid,
    operation varchar(64) not null, target varchar(64) not null, outcome smallint, request_id varchar(128),
    address varchar(64)
  )`,
  `alter table audit_event add primary key (team_id, at, id)`,
  `create index audit_event_age_index on audit_event using brin (at)`,
];

export class AuditEvents extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
