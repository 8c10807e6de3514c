-- Since when somebody who is paid here is suspended: the whole account, or one of their records. What was not released by then
-- is held back until the suspension is lifted.
create view payee_suspensions as
  select u.id as user_id, coalesce(u.suspended_at, max(c.changed_at), to_timestamp(0)) as since
    from users u
    left join role_records r on r.user_id = u.id and r.verification_status = 'suspended'
    left join verification_changes c
      on c.record = r.record and c.record_id = r.record_id and c.to_status = 'suspended'
   where u.suspended_at is not null or r.record_id is not null
   group by u.id;
