import { Migration } from "@mikro-orm/migrations";

/**
 * Lets a statement leave out what a bucket was asked for. Only processes of earlier versions write it, and use the columns
 * of tokens in advance.
 */
export class Migration20261125100000BucketsWithoutLeases extends Migration {
  override up(): void {
    this.addSql("alter table rate_bucket alter column asked set default 0");
  }
}
