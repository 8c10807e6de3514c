-- A line of a booking's history that tells of another time says from when to when: both sides read it.
alter table booking_changes
  add column moved_from timestamptz,
  add column moved_to timestamptz;

-- So far the old time stood in the reason, in words and on the clocks of the visit; the new one is the next line's old
-- one, or the time it has now.
with said as (
  select c.id, a.starts_at, c.booking_id, c.sequence,
    to_timestamp(substring(c.reason from '\d.*$'), 'DD Mon YYYY, HH24:MI')::timestamp at time zone a.time_zone as old_time
  from booking_changes c join veterinary_appointments a on a.id = c.booking_id
  where c.from_status = c.to_status and c.reason ~ '^Moved from \w{3}, \d{1,2} \w{3} \d{4}, \d\d:\d\d$'
), moved as (
  select id, old_time,
    coalesce(lead(old_time) over (partition by booking_id order by sequence), starts_at) as new_time
  from said
)
update booking_changes c set moved_from = m.old_time, moved_to = m.new_time, reason = null
  from moved m where m.id = c.id;

alter table booking_changes add check ((moved_from is null) = (moved_to is null));
