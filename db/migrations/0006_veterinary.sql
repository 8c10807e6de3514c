create table veterinary_doctors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  specialization text not null,
  location text not null,
  -- In words, for the card; the truth is in the schedules.
  availability text,
  -- The clinic's number, shown to everyone.
  phone_number text,
  license_id text not null,
  consultation_fee integer check (consultation_fee >= 0),
  currency text not null default 'INR',
  bio text,
  profile_image_url text,
  time_zone text not null default 'Asia/Kolkata',
  minimum_notice_minutes integer not null default 60 check (minimum_notice_minutes between 0 and 20160),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  -- Kept by a trigger from veterinary_ratings; nothing else writes them.
  rating numeric(2, 1),
  total_reviews integer not null default 0,
  created_at timestamptz not null default now()
);
create index veterinary_doctors_location on veterinary_doctors using gin (location gin_trgm_ops);
create index veterinary_doctors_specialization on veterinary_doctors using gin (specialization gin_trgm_ops);
create index veterinary_doctors_listed on veterinary_doctors (coalesce(rating, 0) desc, id)
  where verification_status = 'verified';
create trigger veterinary_doctors_announce after insert or delete or update of user_id, verification_status
  on veterinary_doctors for each row execute function announce_actor_change();

create table veterinary_schedules (
  id uuid primary key,
  veterinary_id uuid not null references veterinary_doctors (id) on delete cascade,
  day_of_week text not null check (day_of_week in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  -- Null for a weekly entry; a date's own entries replace the weekly ones of that day.
  schedule_date date,
  is_available boolean not null default true,
  start_time time not null,
  end_time time not null,
  slot_duration_minutes integer not null default 30 check (slot_duration_minutes between 10 and 240),
  check (start_time < end_time)
);
create index veterinary_schedules_veterinary_id on veterinary_schedules (veterinary_id, schedule_date, day_of_week);

create table veterinary_breaks (
  id uuid primary key,
  schedule_id uuid not null references veterinary_schedules (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  reason text,
  check (start_time < end_time)
);
create index veterinary_breaks_schedule_id on veterinary_breaks (schedule_id);

create table veterinary_holidays (
  id uuid primary key,
  veterinary_id uuid not null references veterinary_doctors (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text,
  check (start_date <= end_date)
);
create index veterinary_holidays_veterinary_id on veterinary_holidays (veterinary_id, end_date);

create table veterinary_appointments (
  id uuid primary key,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  veterinary_id uuid not null references veterinary_doctors (id) on delete cascade,
  schedule_id uuid references veterinary_schedules (id) on delete set null,
  -- The truth of the time. The date and clock times beside it are written from it, for reading only.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  appointment_date date not null,
  start_time time not null,
  end_time time not null,
  status text not null
    check (status in ('pending', 'confirmed', 'completed', 'cancelled', 'declined', 'expired', 'no_show')),
  -- Checked at the end of the transaction: a vet's account takes holds and appointments with it, in whatever order.
  hold_id uuid unique references calendar_holds (id) deferrable initially deferred,
  pet_id uuid references pets (id) on delete set null,
  reason text,
  preferred_contact text check (preferred_contact in ('phone', 'email')),
  appointment_type text not null default 'in_person' check (appointment_type in ('in_person', 'teleconsultation')),
  contact_method text check (contact_method in ('whatsapp', 'zoom')),
  contact_link text,
  payment_required boolean not null default false,
  payment_status text not null default 'not_required',
  consultation_fee integer check (consultation_fee >= 0),
  disclaimer_accepted boolean not null default false,
  disclaimer_accepted_at timestamptz,
  -- Why it was declined or cancelled, in the words of who did it.
  closing_reason text,
  cancelled_by text check (cancelled_by in ('owner', 'provider', 'system')),
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (starts_at < ends_at),
  -- It takes the vet's time exactly while its status says so.
  check ((hold_id is not null) = (status in ('pending', 'confirmed'))),
  check ((disclaimer_accepted_at is not null) = disclaimer_accepted)
);
create index veterinary_appointments_owner on veterinary_appointments (pet_owner_id, starts_at desc, id desc);
create index veterinary_appointments_vet on veterinary_appointments (veterinary_id, starts_at desc, id desc);
-- Open ones are few beside the past ones: lists of what is to come read no other.
create index veterinary_appointments_owner_open on veterinary_appointments (pet_owner_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index veterinary_appointments_vet_open on veterinary_appointments (veterinary_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index veterinary_appointments_pet on veterinary_appointments (pet_id) where pet_id is not null;
create index veterinary_appointments_schedule on veterinary_appointments (schedule_id);
-- What the sweeps look for: open appointments by when they end.
create index veterinary_appointments_open on veterinary_appointments (ends_at)
  where status in ('pending', 'confirmed');

-- However an appointment goes, with its owner, its vet or by itself, the time it held is free again.
create function release_hold() returns trigger language plpgsql as $$
begin
  delete from calendar_holds where id = old.hold_id;
  return null;
end $$;
create trigger veterinary_appointments_release after delete on veterinary_appointments
  for each row when (old.hold_id is not null) execute function release_hold();

create table veterinary_ratings (
  id uuid primary key,
  appointment_id uuid not null references veterinary_appointments (id) on delete cascade,
  veterinary_id uuid not null references veterinary_doctors (id) on delete cascade,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 1000),
  created_at timestamptz not null default now(),
  constraint "veterinary.already_rated" unique (appointment_id)
);
create index veterinary_ratings_veterinary_id on veterinary_ratings (veterinary_id, created_at desc);
create index veterinary_ratings_pet_owner_id on veterinary_ratings (pet_owner_id);

create function keep_vet_rating() returns trigger language plpgsql as $$
begin
  -- A statement of its own, before the counting one: that one must see what was committed while this one waited.
  perform from veterinary_doctors where id in (old.veterinary_id, new.veterinary_id) order by id for no key update;
  update veterinary_doctors v
     set (rating, total_reviews) = (
           select round(avg(r.rating), 1), count(*)::integer from veterinary_ratings r where r.veterinary_id = v.id)
   where v.id in (old.veterinary_id, new.veterinary_id);
  return null;
end $$;
create trigger veterinary_ratings_keep after insert or update or delete on veterinary_ratings
  for each row execute function keep_vet_rating();

-- The calendar engine reads every trade through these views; each trade's migration adds its tables to them.
create view calendar_providers as
  select 'veterinary'::text as trade, id as provider_id, user_id as provider_user_id, time_zone,
         minimum_notice_minutes, buffer_minutes, verification_status = 'verified' as listed
    from veterinary_doctors;

create view calendar_hours as
  select 'veterinary'::text as trade, veterinary_id as provider_id, id as schedule_id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from veterinary_schedules;

create view calendar_breaks as
  select 'veterinary'::text as trade, s.veterinary_id as provider_id, b.schedule_id, b.start_time, b.end_time
    from veterinary_breaks b join veterinary_schedules s on s.id = b.schedule_id;

create view calendar_holidays as
  select 'veterinary'::text as trade, veterinary_id as provider_id, start_date, end_date, reason
    from veterinary_holidays;

-- A vet acts as a vet only once verified: the trade is regulated.
create or replace view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners
  union all
  select user_id, 'veterinary_doctor'::text, id from veterinary_doctors where verification_status = 'verified';
