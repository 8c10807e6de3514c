-- Everyone who offers something, besides vets, under the product's own names. What may be left out while a profile is
-- being written is null; `is_complete` says whether anything that others need is still missing.

-- Whether trades that are listed without it have to be verified too: the operator's setting, given to each connection.
create function verification_is_demanded() returns boolean language sql stable
  return coalesce(current_setting('pawfolk.verify_all', true), 'off') = 'on';

create table pet_sitters (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  profile_image_url text,
  -- Kept by a trigger from pet_sitter_ratings, once they exist; nothing else writes them.
  rating numeric(2, 1),
  total_reviews integer not null default 0,
  experience_years integer check (experience_years between 0 and 80),
  services text[] not null default '{}'
    check (services <@ array['hostel-checkin', 'dog-walking', 'day-care']),
  hourly_rate integer check (hourly_rate > 0),
  nightly_rate integer check (nightly_rate > 0),
  currency text not null default 'INR',
  photos text[] not null default '{}' check (cardinality(photos) <= 6),
  max_pets integer not null default 1 check (max_pets between 1 and 20),
  sizes_accepted text[] not null default array['small', 'medium', 'large', 'giant']
    check (sizes_accepted <@ array['small', 'medium', 'large', 'giant']),
  home_kind text check (home_kind in ('house', 'apartment', 'farm', 'other')),
  has_garden boolean not null default false,
  has_own_pets boolean not null default false,
  has_children boolean not null default false,
  is_smoke_free boolean not null default false,
  cancellation_policy text not null default 'standard'
    check (cancellation_policy in ('flexible', 'standard', 'moderate', 'strict')),
  bio text check (char_length(bio) <= 5000),
  time_zone text not null default 'Asia/Kolkata',
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  is_complete boolean not null generated always as (
    location is not null and experience_years is not null and hourly_rate is not null and cardinality(services) > 0
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pet_trainers (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  profile_image_url text,
  hourly_rate integer check (hourly_rate > 0),
  currency text not null default 'INR',
  years_experience integer check (years_experience between 0 and 80),
  specializations text[] not null default '{}' check (cardinality(specializations) <= 20),
  offers_online boolean not null default false,
  bio text check (char_length(bio) <= 5000),
  -- In words, for the card; the truth is in the schedules.
  availability text,
  time_zone text not null default 'Asia/Kolkata',
  minimum_notice_minutes integer not null default 60 check (minimum_notice_minutes between 0 and 20160),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  is_complete boolean not null generated always as (
    location is not null and hourly_rate is not null and cardinality(specializations) > 0
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pet_stylists (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  profile_image_url text,
  hourly_rate integer check (hourly_rate > 0),
  currency text not null default 'INR',
  years_experience integer check (years_experience between 0 and 80),
  -- The services offered, under the name they have had from the beginning.
  specializations text[] not null default '{}' check (cardinality(specializations) <= 20),
  bio text check (char_length(bio) <= 5000),
  availability text,
  time_zone text not null default 'Asia/Kolkata',
  minimum_notice_minutes integer not null default 60 check (minimum_notice_minutes between 0 and 20160),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  is_complete boolean not null generated always as (
    location is not null and hourly_rate is not null and cardinality(specializations) > 0
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pharmacists (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  registration_number text not null check (char_length(registration_number) between 1 and 60),
  shop_license_number text not null check (char_length(shop_license_number) between 1 and 60),
  shop_address text not null check (char_length(shop_address) between 1 and 500),
  profile_image_url text,
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table suppliers (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  business_name text not null check (char_length(business_name) between 1 and 120),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'),
  pickup_address text not null check (char_length(pickup_address) between 1 and 500),
  profile_image_url text,
  -- Sealed by the server's key; only the last four digits are ever shown.
  bank_details_sealed bytea,
  bank_account_last_four text check (bank_account_last_four ~ '^[0-9]{4}$'),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((bank_details_sealed is null) = (bank_account_last_four is null))
);

alter table veterinary_doctors
  add column registration_council text check (char_length(registration_council) between 1 and 120),
  add column offers_in_person boolean not null default true,
  add column offers_teleconsultation boolean not null default false,
  add column updated_at timestamptz not null default now();

-- How an owner can be reached, for the providers of their bookings; the name is the user's.
alter table pet_owners
  add column phone_number text check (char_length(phone_number) <= 20),
  add column address text check (char_length(address) <= 500),
  add column city text check (char_length(city) <= 100),
  add column emergency_contact_name text check (char_length(emergency_contact_name) <= 120),
  add column emergency_contact_phone text check (char_length(emergency_contact_phone) <= 20),
  add column updated_at timestamptz not null default now();

-- Hours of trainers and stylists, in the shape that vets' have.
create table pet_trainer_schedules (
  id uuid primary key,
  pet_trainer_id uuid not null references pet_trainers (id) on delete cascade,
  day_of_week text not null check (day_of_week in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  schedule_date date,
  is_available boolean not null default true,
  start_time time not null,
  end_time time not null,
  slot_duration_minutes integer not null default 30 check (slot_duration_minutes between 10 and 240),
  check (start_time < end_time)
);
create index pet_trainer_schedules_pet_trainer_id
  on pet_trainer_schedules (pet_trainer_id, schedule_date, day_of_week);
create table pet_trainer_breaks (
  id uuid primary key,
  schedule_id uuid not null references pet_trainer_schedules (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  reason text,
  check (start_time < end_time)
);
create index pet_trainer_breaks_schedule_id on pet_trainer_breaks (schedule_id);
create table pet_trainer_holidays (
  id uuid primary key,
  pet_trainer_id uuid not null references pet_trainers (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text,
  check (start_date <= end_date)
);
create index pet_trainer_holidays_pet_trainer_id on pet_trainer_holidays (pet_trainer_id, end_date);

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

-- Who may act changes with these rows, so processes have to be told.
create trigger pet_sitters_announce after insert or delete or update of user_id, verification_status
  on pet_sitters for each row execute function announce_actor_change();
create trigger pet_trainers_announce after insert or delete or update of user_id, verification_status
  on pet_trainers for each row execute function announce_actor_change();
create trigger pet_stylists_announce after insert or delete or update of user_id, verification_status
  on pet_stylists for each row execute function announce_actor_change();
create trigger pharmacists_announce after insert or delete or update of user_id, verification_status
  on pharmacists for each row execute function announce_actor_change();
create trigger suppliers_announce after insert or delete or update of user_id, verification_status
  on suppliers for each row execute function announce_actor_change();

-- Every record of a role someone has, whatever its state: what a profile page and the reviewer go by. Nobody is listed
-- whose record is rejected or suspended; regulated trades are listed only once verified, the others once complete.
create view role_records as
  select 'pet_owner'::text as record, o.id as record_id, o.user_id, u.name as display_name,
         'verified'::text as verification_status, false as is_regulated, true as is_complete
    from pet_owners o join users u on u.id = o.user_id
  union all
  select 'veterinary_doctor', id, user_id, full_name, verification_status, true, true from veterinary_doctors
  union all
  select 'pet_sitter', id, user_id, full_name, verification_status, false, is_complete from pet_sitters
  union all
  select 'pet_trainer', id, user_id, full_name, verification_status, false, is_complete from pet_trainers
  union all
  select 'pet_stylist', id, user_id, full_name, verification_status, false, is_complete from pet_stylists
  union all
  select 'pharmacist', id, user_id, full_name, verification_status, true, true from pharmacists
  union all
  select 'supplier', id, user_id, business_name, verification_status, true, true from suppliers;

create or replace view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners
  union all
  select user_id, 'veterinary_doctor'::text, id from veterinary_doctors where verification_status = 'verified'
  union all
  select user_id, 'pet_sitter'::text, id from pet_sitters where verification_status <> 'suspended'
  union all
  select user_id, 'pet_trainer'::text, id from pet_trainers where verification_status <> 'suspended'
  union all
  select user_id, 'pet_stylist'::text, id from pet_stylists where verification_status <> 'suspended'
  union all
  select user_id, 'pharmacist'::text, id from pharmacists where verification_status = 'verified'
  union all
  select user_id, 'supplier'::text, id from suppliers where verification_status = 'verified';

create or replace view calendar_providers as
  select 'veterinary'::text as trade, id as provider_id, user_id as provider_user_id, time_zone,
         minimum_notice_minutes, buffer_minutes, verification_status = 'verified' as listed
    from veterinary_doctors
  union all
  select 'training', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         is_complete and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_trainers
  union all
  select 'styling', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         is_complete and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_stylists;

create or replace view calendar_hours as
  select 'veterinary'::text as trade, veterinary_id as provider_id, id as schedule_id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from veterinary_schedules
  union all
  select 'training', pet_trainer_id, id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from pet_trainer_schedules
  union all
  select 'styling', pet_stylist_id, id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from pet_stylist_schedules;

create or replace view calendar_breaks as
  select 'veterinary'::text as trade, s.veterinary_id as provider_id, b.schedule_id, b.start_time, b.end_time
    from veterinary_breaks b join veterinary_schedules s on s.id = b.schedule_id
  union all
  select 'training', s.pet_trainer_id, b.schedule_id, b.start_time, b.end_time
    from pet_trainer_breaks b join pet_trainer_schedules s on s.id = b.schedule_id
  union all
  select 'styling', s.pet_stylist_id, b.schedule_id, b.start_time, b.end_time
    from pet_stylist_breaks b join pet_stylist_schedules s on s.id = b.schedule_id;

create or replace view calendar_holidays as
  select 'veterinary'::text as trade, veterinary_id as provider_id, start_date, end_date, reason
    from veterinary_holidays
  union all
  select 'training', pet_trainer_id, start_date, end_date, reason from pet_trainer_holidays
  union all
  select 'styling', pet_stylist_id, start_date, end_date, reason from pet_stylist_holidays;

-- What is still to come on a provider's calendar, whatever the trade: for changes of hours that would leave it outside.
create view calendar_bookings as
  select 'veterinary'::text as trade, a.veterinary_id as provider_id, a.id as booking_id, a.starts_at, a.ends_at,
         a.status, u.name as owner_name, p.name as pet_name
    from veterinary_appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id
    left join pets p on p.id = a.pet_id
   where a.status in ('pending', 'confirmed');

-- A provider hands in a record to be checked; whoever runs the marketplace verifies or rejects it. Every step is kept.
create table verification_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  from_status text not null,
  to_status text not null check (to_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  -- Null when the provider did it; otherwise the administrator, who is no user of the marketplace.
  admin_id uuid,
  reason text check (char_length(reason) <= 500),
  changed_at timestamptz not null
);
create index verification_changes_record on verification_changes (record, record_id, sequence desc);
create index verification_changes_user_id on verification_changes (user_id);

-- The queue, oldest first: few rows, beside many that are done.
create index veterinary_doctors_submitted on veterinary_doctors (updated_at) where verification_status = 'submitted';
create index pet_sitters_submitted on pet_sitters (updated_at) where verification_status = 'submitted';
create index pet_trainers_submitted on pet_trainers (updated_at) where verification_status = 'submitted';
create index pet_stylists_submitted on pet_stylists (updated_at) where verification_status = 'submitted';
create index pharmacists_submitted on pharmacists (updated_at) where verification_status = 'submitted';
create index suppliers_submitted on suppliers (updated_at) where verification_status = 'submitted';
