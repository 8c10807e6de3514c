create table veterinary_doctors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  specialization text not null,
  location text not null,
  -- In words; the schedules decide.
  availability text,
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
  created_at timestamptz not null default now(),
  registration_council text check (char_length(registration_council) between 1 and 120),
  offers_in_person boolean not null default true,
  offers_teleconsultation boolean not null default false,
  updated_at timestamptz not null default now(),
  -- The queue's order, so that correcting a detail while waiting loses no place.
  submitted_at timestamptz,
  refund_policy text not null default 'standard'
    check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
  facts_verified_at timestamptz,
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index veterinary_doctors_submitted on veterinary_doctors (submitted_at, id) where verification_status = 'submitted';
create index veterinary_doctors_suspended on veterinary_doctors (user_id) where verification_status = 'suspended';
create trigger veterinary_doctors_announce after insert or delete or update of user_id, verification_status
  on veterinary_doctors for each row execute function announce_actor_change();
create trigger veterinary_doctors_keep_facts
  before insert or update of verification_status, full_name, license_id, registration_council on veterinary_doctors
  for each row execute function keep_verified_facts('full_name', 'license_id', 'registration_council');
create trigger veterinary_doctors_provider after insert or update or delete on veterinary_doctors
  for each row execute function keep_provider('veterinary');

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

create table veterinary_details (
  appointment_id uuid primary key references appointments (id) on delete cascade,
  schedule_id uuid references veterinary_schedules (id) on delete set null,
  preferred_contact text check (preferred_contact in ('phone', 'email'))
);
create index veterinary_details_schedule on veterinary_details (schedule_id);

create view veterinary_appointments as
  select a.id, a.pet_owner_id, a.provider_id as veterinary_id, d.schedule_id,
         (a.starts_at at time zone a.time_zone)::date as appointment_date,
         (a.starts_at at time zone a.time_zone)::time as start_time,
         clock_of_end(a.starts_at, a.ends_at, a.time_zone) as end_time,
         a.status, p.pet_id, a.reason, d.preferred_contact,
         case when a.is_online then 'teleconsultation' else 'in_person' end as appointment_type,
         a.contact_method, a.contact_link, pay.id is not null as payment_required,
         case when pay.id is null then 'not_required' when pay.status = 'created' then 'pending' else pay.status end
           as payment_status,
         a.price as consultation_fee, a.terms_accepted_at is not null as disclaimer_accepted,
         a.terms_accepted_at as disclaimer_accepted_at, a.starts_at, a.ends_at, a.time_zone, a.refund_policy,
         case when pay.closed_at is not null or pay.completed_at is not null then refunded_in_time(pay.id) end
           as refund_amount,
         a.closing_reason, a.cancelled_by, a.cancelled_at, a.created_at
    from appointments a
    join veterinary_details d on d.appointment_id = a.id
    left join appointment_pets p on p.appointment_id = a.id and p.position = 1
    left join payments pay on pay.appointment_id = a.id
   where a.trade = 'veterinary';

create view teleconsultation_payments as
  select p.id, p.appointment_id, p.amount, p.currency, p.payment_method, p.status as payment_status, p.created_at
    from payments p join veterinary_details d on d.appointment_id = p.appointment_id;

create view teleconsultation_charges as
  select c.id, p.appointment_id, c.payment_method_id, c.amount, c.currency, c.charge_status, c.due_at, c.created_at
    from charges c
    join payments p on p.id = c.payment_id
    join veterinary_details d on d.appointment_id = p.appointment_id;

create view veterinary_ratings as
  select r.id, r.appointment_id, r.provider_id as veterinary_id, r.pet_owner_id, r.rating, r.feedback, r.created_at
    from ratings r join veterinary_details d on d.appointment_id = r.appointment_id;
