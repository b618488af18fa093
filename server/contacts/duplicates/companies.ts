import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { keyOf } from "../contact.ts";
import { hasCompany, maxCompared, type Named, namedRows } from "./similar-names.ts";

/** The company of a contact, and how many contacts of it are compared one by one. */
interface Company {
  /** `keyOf` the contact. */
  to: string;
  company: string;
  compared: number;
}

/** Finds the companies of contacts. */
export async function findCompanies(tx: EntityManager, contacts: Named[]): Promise<Company[]> {
  const withCompany = contacts.filter(hasCompany);
  if (withCompany.length === 0) return [];
  const found = await sql<{ team_id: string; id: string; company: string; compared: number }>`
    select a.team_id, a.id, lower(a.company) as company, c.compared
    from ${namedRows(withCompany)} cross join lateral (
      select count(*)::int as compared from (
        select from contact
        where team_id = a.team_id and lower(company) = lower(a.company) and company is not null and not is_crowded
          and not is_in_large_company
        limit ${sql.lit(maxCompared)}
      ) as each
    ) c
  `.execute(prepared(tx));
  return found.rows.map(({ team_id: teamId, id, company, compared }) => ({
    to: keyOf({ teamId, id }),
    company: `${teamId} ${company}`,
    compared,
  }));
}

/** The sizes of companies, while contacts are added to them. */
interface CompanySizes {
  /** Adds a contact to its company. Returns whether the company already has enough contacts that are compared one by one. */
  add(contact: { teamId: string; id: string }): boolean;
}

export function createCompanySizes(companies: Company[]): CompanySizes {
  const companyOf = new Map(companies.map(({ to, company }) => [to, company]));
  const sizes = new Map(companies.map(({ company, compared }) => [company, compared]));
  return {
    add(contact) {
      const company = companyOf.get(keyOf(contact));
      if (company === undefined) return false;
      const size = sizes.get(company)!;
      if (size >= maxCompared) return true;
      sizes.set(company, size + 1);
      return false;
    },
  };
}
