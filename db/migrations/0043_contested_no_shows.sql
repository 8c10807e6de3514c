-- When it was noted that the owner did not come: for a day after that they can contest it, and the payout waits.
alter table veterinary_appointments add column no_show_at timestamptz;
update veterinary_appointments a
   set no_show_at = coalesce(
     (select max(c.changed_at) from booking_changes c
       where c.trade = 'veterinary' and c.booking_id = a.id and c.to_status = 'no_show' and c.from_status <> 'no_show'),
     a.updated_at)
 where a.status = 'no_show';
alter table veterinary_appointments add check ((no_show_at is not null) = (status = 'no_show'));
