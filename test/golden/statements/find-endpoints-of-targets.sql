select url, failing_since is not null as is_failing, updated_at::text as revision
from webhook_endpoint
where team_id = $1::uuid and id = $2::uuid and disabled_at is null and deleted_at is null
