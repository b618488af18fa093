select m.id, n.phone_number, m.test_mode
from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
join message m on m.team_id = a.team_id and m.id = a.id
join thread t on t.team_id = m.team_id and t.id = m.thread_id and t.contact_phone = $3
join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
