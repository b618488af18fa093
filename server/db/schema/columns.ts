import { ArrayType, p, Type } from "@mikro-orm/core";
import { fromPostgres, type Timestamp } from "../timestamp.ts";

/** Keeps PostgreSQL's microseconds: the code has a Timestamp string and never a `Date`. */
class TimestampType extends Type<Timestamp, string> {
  override convertToJSValue(value: string): Timestamp {
    return value.endsWith("Z") ? value : fromPostgres(value);
  }

  override getColumnType(): string {
    return "timestamptz(6)";
  }

  override compareAsType(): string {
    return "string";
  }

  override get runtimeType(): string {
    return "string";
  }
}

/** A column for a timestamp in microseconds. */
export const timestamp = () => p.type(TimestampType).$type<Timestamp, string>();

/** Texts as a literal of PostgreSQL's `text[]`. */
export const textsLiteral = (texts: string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

/** Keeps any texts. The ORM's own array reads "null" as null, trims spaces and writes line breaks as JSON does. */
class TextsType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[] | null | undefined): string | null {
    return texts == null ? null : textsLiteral(texts);
  }
}

/** A column for an array of texts. */
export const texts = () => p.type(TextsType).$type<string[]>();

/** The times when a row was inserted and last changed. The code that writes the row sets them, from the database's clock. */
export const writeTimes = { createdAt: timestamp(), updatedAt: timestamp() };

/** The primary key of a table that belongs to a team. The tenant is the first column. */
export const tenantIdentity = {
  teamId: p.uuid().primary(),
  id: p.uuid().primary(),
};

/**
 * The foreign key from a scalar id to another row of the same team. The code uses the id; this relation only makes the
 * constraint.
 */
export const teamRelation = <Target extends { new (): object }>(target: Target, column: string) =>
  p
    .manyToOne(target)
    .joinColumns("team_id", column)
    .referencedColumnNames("team_id", "id")
    .ownColumns()
    .updateRule("no action");

/** The index that a statement creates, whose first quoted word is its name. */
export function indexOf([expression = ""]: TemplateStringsArray): { name: string; expression: string } {
  const [, name = ""] = /"(\w+)"/.exec(expression) ?? [];
  return { name, expression };
}
