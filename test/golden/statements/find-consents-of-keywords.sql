select distinct a.ord, coalesce(e.provider_id = a.provider_id, false) as same_id,
  coalesce(e.signature = a.signature, false) as same_signature, e.provider_id is not null as with_id, false as recent,
  e.message_id as callback_id, e.created_at > clock_timestamp() - interval '1 day' as may_repeat
from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[]) as a (ord, team_id, phone,
  provider_id, signature, callback_id)
join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone
  and (e.provider_id = a.provider_id or e.signature = a.signature or e.message_id = a.callback_id)
