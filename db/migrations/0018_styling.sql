-- Columns that may be empty while a profile is being written are null.
create table pet_stylists (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  comes_to_owner boolean not null default false check (not comes_to_owner or location is not null),
  profile_image_url text,
  hourly_rate integer check (hourly_rate > 0),
  currency text not null default 'INR',
  years_experience integer check (years_experience between 0 and 80),
  specializations text[] not null default '{}' check (cardinality(specializations) <= 20),
  max_pets integer not null default 2 check (max_pets between 1 and 5),
  bio text check (char_length(bio) <= 5000),
  availability text,
  time_zone text not null default 'Asia/Kolkata',
  minimum_notice_minutes integer not null default 60 check (minimum_notice_minutes between 0 and 20160),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  facts_verified_at timestamptz,
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index pet_stylists_submitted on pet_stylists (submitted_at, id) where verification_status = 'submitted';
create index pet_stylists_suspended on pet_stylists (user_id) where verification_status = 'suspended';
create trigger pet_stylists_announce after insert or delete or update of user_id, verification_status
  on pet_stylists for each row execute function announce_actor_change();
create trigger pet_stylists_keep_facts
  before insert or update of verification_status, full_name on pet_stylists
  for each row execute function keep_verified_facts('full_name');
create trigger pet_stylists_provider after insert or update or delete on pet_stylists
  for each row execute function keep_provider('styling');

create table pet_stylist_schedules (
  id uuid primary key,
  pet_stylist_id uuid not null references pet_stylists (id) on delete cascade,
  day_of_week text not null check (day_of_week in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  schedule_date date,
  is_available boolean not null default true,
  start_time time not null,
  end_time time not null,
  slot_duration_minutes integer not null default 60 check (slot_duration_minutes between 10 and 240),
  check (start_time < end_time)
);
create index pet_stylist_schedules_pet_stylist_id
  on pet_stylist_schedules (pet_stylist_id, schedule_date, day_of_week);

create table pet_stylist_breaks (
  id uuid primary key,
  schedule_id uuid not null references pet_stylist_schedules (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  reason text,
  check (start_time < end_time)
);
create index pet_stylist_breaks_schedule_id on pet_stylist_breaks (schedule_id);

create table pet_stylist_holidays (
  id uuid primary key,
  pet_stylist_id uuid not null references pet_stylists (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text,
  check (start_date <= end_date)
);
create index pet_stylist_holidays_pet_stylist_id on pet_stylist_holidays (pet_stylist_id, end_date);

-- The notes are the owner's words. A row outlives its pet, so that the service stays in the stylist's books when the
-- owner leaves.
create table styling_details (
  appointment_id uuid not null references appointments (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  service text not null check (service in ('Full Grooming', 'Bath & Brush', 'Nail Trimming', 'Hair Cutting',
    'Teeth Cleaning', 'Ear Cleaning', 'De-shedding', 'Flea Treatment')),
  coat_notes text check (char_length(coat_notes) between 1 and 500),
  bite_notes text check (char_length(bite_notes) between 1 and 500),
  primary key (appointment_id, position)
);

create view styling_appointments as
  select a.id, a.pet_owner_id, a.provider_id as pet_stylist_id, p.pet_id,
         (a.starts_at at time zone a.time_zone)::date as appointment_date,
         (a.starts_at at time zone a.time_zone)::time as start_time,
         clock_of_end(a.starts_at, a.ends_at, a.time_zone) as end_time,
         d.service as service_type, a.reason as special_instructions, a.status, a.price as estimate, a.starts_at, a.ends_at,
         a.time_zone, a.closing_reason, a.cancelled_by, a.cancelled_at, a.created_at
    from appointments a
    join styling_details d on d.appointment_id = a.id and d.position = 1
    left join appointment_pets p on p.appointment_id = a.id and p.position = 1
   where a.trade = 'styling';

create view pet_stylist_ratings as
  select r.id, r.appointment_id, r.provider_id as pet_stylist_id, r.pet_owner_id, r.rating, r.feedback, r.created_at
    from ratings r join styling_details d on d.appointment_id = r.appointment_id and d.position = 1;
