insert into campaign as c (team_id, test_mode, name, handed_over, updated_at)
select a.team_id, a.test_mode, a.campaign, count(*)::int, $1::timestamptz
from unnest($2::uuid[], $3::boolean[], $4::text[]) as a (team_id, test_mode, campaign)
group by a.team_id, a.test_mode, a.campaign
order by a.team_id, a.test_mode, a.campaign
on conflict (team_id, test_mode, name) do update set handed_over = c.handed_over + excluded.handed_over,
  updated_at = excluded.updated_at
