select distinct a.ord, false as same_id, true as same_signature, c.provider_id is not null as with_id,
  c.received_at > clock_timestamp() - interval '1 minute' as recent
from unnest($1::int[], $2::text[]) as a (ord, signature)
join callback c on c.signature = a.signature
  and (c.outcome is null or c.outcome not in ('unknown_number', 'unknown_message', 'unreadable'))
