-- A day's slots are made of the breaks of that day and of the week, not of every date there ever was.
create or replace view calendar_breaks as
  select 'veterinary'::text as trade, s.veterinary_id as provider_id, b.schedule_id, b.start_time, b.end_time, s.schedule_date
    from veterinary_breaks b join veterinary_schedules s on s.id = b.schedule_id
  union all
  select 'training', s.pet_trainer_id, b.schedule_id, b.start_time, b.end_time, s.schedule_date
    from pet_trainer_breaks b join pet_trainer_schedules s on s.id = b.schedule_id
  union all
  select 'styling', s.pet_stylist_id, b.schedule_id, b.start_time, b.end_time, s.schedule_date
    from pet_stylist_breaks b join pet_stylist_schedules s on s.id = b.schedule_id;

-- For the sweep that forgets what was read long ago.
create index notifications_created_at on notifications (created_at);
