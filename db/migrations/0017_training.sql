-- Columns that may be empty while a profile is being written are null.
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
  offers_in_person boolean not null default true,
  offers_online boolean not null default false,
  comes_to_owner boolean not null default false check (not comes_to_owner or location is not null),
  refund_policy text not null default 'standard'
    check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
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
  check (offers_in_person or offers_online),
  check (offers_in_person or not comes_to_owner),
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index pet_trainers_submitted on pet_trainers (submitted_at, id) where verification_status = 'submitted';
create index pet_trainers_suspended on pet_trainers (user_id) where verification_status = 'suspended';
create trigger pet_trainers_announce after insert or delete or update of user_id, verification_status
  on pet_trainers for each row execute function announce_actor_change();
create trigger pet_trainers_keep_facts
  before insert or update of verification_status, full_name on pet_trainers
  for each row execute function keep_verified_facts('full_name');
create trigger pet_trainers_provider after insert or update or delete on pet_trainers
  for each row execute function keep_provider('training');

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

create table training_details (
  appointment_id uuid primary key references appointments (id) on delete cascade,
  session_type text not null check (session_type in ('Basic Training', 'Obedience Training', 'Puppy Training',
    'Agility Training', 'Behavioral Modification', 'House Training', 'Socialization', 'Trick Training'))
);

create view training_appointments as
  select a.id, a.pet_owner_id, a.provider_id as pet_trainer_id, p.pet_id,
         (a.starts_at at time zone a.time_zone)::date as appointment_date,
         (a.starts_at at time zone a.time_zone)::time as start_time,
         clock_of_end(a.starts_at, a.ends_at, a.time_zone) as end_time,
         d.session_type, case when a.is_online then 'online_training' else 'in_person' end as appointment_type,
         a.contact_method, a.contact_link, a.reason as special_instructions, a.status,
         pay.id is not null as payment_required,
         case when pay.id is null then 'not_required' when pay.status = 'created' then 'pending' else pay.status end
           as payment_status,
         a.terms_accepted_at is not null as disclaimer_accepted, a.terms_accepted_at as disclaimer_accepted_at,
         a.price, a.starts_at, a.ends_at, a.time_zone, a.closing_reason, a.cancelled_by, a.cancelled_at, a.created_at
    from appointments a
    join training_details d on d.appointment_id = a.id
    left join appointment_pets p on p.appointment_id = a.id and p.position = 1
    left join payments pay on pay.appointment_id = a.id
   where a.trade = 'training';

create view training_charges as
  select c.id, p.appointment_id, c.payment_method_id, c.amount, c.currency, c.charge_status, c.due_at, c.created_at
    from charges c
    join payments p on p.id = c.payment_id
    join training_details d on d.appointment_id = p.appointment_id;

create view pet_trainer_ratings as
  select r.id, r.appointment_id, r.provider_id as pet_trainer_id, r.pet_owner_id, r.rating, r.feedback, r.created_at
    from ratings r join training_details d on d.appointment_id = r.appointment_id;
