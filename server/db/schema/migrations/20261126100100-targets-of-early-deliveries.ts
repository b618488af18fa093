import { Migration } from "@mikro-orm/migrations";

const host = `coalesce(lower(substring(url from '^[^:]*://(?:[^/?#]*@)?([^/?#]+)')), 'unknown')`;

const statements = [
  `insert into webhook_target (team_id, name, due_at)
    select team_id, ${host}, now() from webhook_delivery where status = 'pending' and target is null group by 1, 2
    on conflict (team_id, name) do update set due_at = excluded.due_at where webhook_target.due_at > excluded.due_at`,
  `update webhook_delivery set target = ${host} where status = 'pending' and target is null`,
];

/**
 * Gives pending deliveries a target, by the host of their address, if they have none. A version from before there were
 * targets has queued them, and its processes have been stopped.
 */
export class Migration20261126100100TargetsOfEarlyDeliveries extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
