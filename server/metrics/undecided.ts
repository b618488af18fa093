/** How many records of all teams wait for a person: in time, or past the time until which a person should have decided. */
export interface Undecided {
  records: "approvals" | "cases";
  state: "open" | "overdue";
  count: number;
}

/** Counts texts that wait for approvals, and open cases of suspected revocations. */
export const undecidedCounts = `
  select 'approvals' as records, 'open' as state, count(*)::int as count from approval
  where status = 'held' and expires_at > now()
  union all
  select 'approvals', 'overdue', count(*)::int from approval where status = 'held' and expires_at <= now()
  union all
  select 'cases', 'open', count(*)::int from suspected_revocation where status = 'open' and due_at > now()
  union all
  select 'cases', 'overdue', count(*)::int from suspected_revocation where status = 'open' and due_at <= now()
`;
