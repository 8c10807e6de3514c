-- A visit that was moved keeps the earliest time it ever had: by that its cancellation is judged.
alter table veterinary_appointments
  add column first_starts_at timestamptz,
  add column reschedules smallint not null default 0 check (reschedules between 0 and 2),
  -- The owner says that the vet did not come; the clock does not complete it then.
  add column absence_reported_at timestamptz,
  -- The vet says that they did.
  add column absence_answered_at timestamptz,
  add check ((first_starts_at is not null) = (reschedules > 0));
create index veterinary_appointments_absence on veterinary_appointments (absence_reported_at)
  where absence_reported_at is not null and absence_answered_at is null;

-- What was reminded of: each of 48, 24 and 2 hours once, and again when it was moved.
create table appointment_reminders (
  appointment_id uuid not null references veterinary_appointments (id) on delete cascade,
  hours_before smallint not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (appointment_id, hours_before, starts_at)
);

-- A rating; or, after a vet cancelled shortly before, one public note without stars. The vet may answer once.
alter table veterinary_ratings
  alter column rating drop not null,
  add column edited_at timestamptz,
  add column reply text check (char_length(reply) between 1 and 1000),
  add column replied_at timestamptz,
  add check (rating is not null or feedback is not null),
  add check ((reply is null) = (replied_at is null));

-- As before; a note without stars is no review that counts.
create or replace function keep_vet_rating() returns trigger language plpgsql as $$
begin
  -- A statement of its own, before the counting one: that one must see what was committed while this one waited.
  perform from veterinary_doctors where id in (old.veterinary_id, new.veterinary_id) order by id for no key update;
  update veterinary_doctors v
     set (rating, total_reviews) = (
           select round(avg(r.rating), 1), count(r.rating)::integer
             from veterinary_ratings r where r.veterinary_id = v.id)
   where v.id in (old.veterinary_id, new.veterinary_id);
  return null;
end $$;
