select k.key_hash, k.id, k.team_id, k.mode, k.scopes, k.recipients, k.segments_per_day, k.hold, k.known_by,
  k.expires_at, t.status, t.licensed_until, t.quiet_hours, t.erasure_key, (
  select revision
  from key_revision
) as revision
from unnest($1::bytea[]) as a (key_hash)
join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
join team t on t.id = k.team_id
