insert into webhook_endpoint_secret (team_id, id, endpoint_id, sealed, created_at, expires_at)
values ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz)
