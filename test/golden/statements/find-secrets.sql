select id, sealed, created_at, expires_at
from webhook_endpoint_secret
where team_id = $1::uuid and endpoint_id is null and (expires_at is null or expires_at > $2::timestamptz)
order by expires_at desc nulls first, id desc
