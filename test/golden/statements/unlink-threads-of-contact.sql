update "thread"
set "contact_id" = $1
where "team_id" = $2 and "contact_id" = $3
