select id, sequence::text, kind, content, case when content is null then fields end as fields, provider_id, record_id,
  record_team_id, test_mode, provider_account_id, signature, team_id, received_at
from callback
where id = any ($1::uuid[]) and processed_at is null
order by callback.sequence
for update
