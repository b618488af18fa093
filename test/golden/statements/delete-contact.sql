delete from contact
where team_id = $1 and id = $2
