create table veterinary_doctors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  specialization text not null,
  location text not null,
  -- In words, for the card. The schedules decide.
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
  -- Written only by the trigger on veterinary_ratings.
  rating numeric(2, 1),
  total_reviews integer not null default 0,
  created_at timestamptz not null default now(),
  registration_council text check (char_length(registration_council) between 1 and 120),
  offers_in_person boolean not null default true,
  offers_teleconsultation boolean not null default false,
  updated_at timestamptz not null default now(),
  -- The queue goes by this, so correcting a detail while waiting loses no place.
  submitted_at timestamptz,
  -- What owners who cancel get back, for appointments booked from now on.
  refund_policy text not null default 'standard'
    check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
  -- When the facts in the columns were verified; null before the first time.
  facts_verified_at timestamptz,
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index veterinary_doctors_location on veterinary_doctors using gin (location gin_trgm_ops);
create index veterinary_doctors_specialization on veterinary_doctors using gin (specialization gin_trgm_ops);
create index veterinary_doctors_listed on veterinary_doctors (coalesce(rating, 0) desc, id)
  where verification_status = 'verified';
create index veterinary_doctors_submitted on veterinary_doctors (submitted_at, id) where verification_status = 'submitted';
create index veterinary_doctors_suspended on veterinary_doctors (user_id) where verification_status = 'suspended';
create trigger veterinary_doctors_announce after insert or delete or update of user_id, verification_status
  on veterinary_doctors for each row execute function announce_actor_change();
create trigger veterinary_doctors_keep_facts
  before insert or update of verification_status, full_name, license_id, registration_council on veterinary_doctors
  for each row execute function keep_verified_facts('full_name', 'license_id', 'registration_council');

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
  -- These decide. The date and clock times below are written from them, for reading only.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  appointment_date date not null,
  start_time time not null,
  end_time time not null,
  status text not null
    check (status in ('pending', 'confirmed', 'completed', 'cancelled', 'declined', 'expired', 'no_show')),
  -- Checked at the end of the transaction: deleting a vet's account removes holds and appointments in any order.
  hold_id uuid unique references calendar_holds (id) deferrable initially deferred,
  pet_id uuid references pets (id) on delete set null,
  reason text,
  preferred_contact text check (preferred_contact in ('phone', 'email')),
  appointment_type text not null default 'in_person' check (appointment_type in ('in_person', 'teleconsultation')),
  contact_method text check (contact_method in ('whatsapp', 'zoom')),
  contact_link text,
  payment_required boolean not null default false,
  payment_status text not null default 'not_required'
    constraint veterinary_appointments_payment_status_known check (payment_status in
      ('not_required', 'pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  consultation_fee integer check (consultation_fee >= 0),
  disclaimer_accepted boolean not null default false,
  disclaimer_accepted_at timestamptz,
  -- Why it was declined or cancelled, in the words of whoever did it.
  closing_reason text,
  cancelled_by text check (cancelled_by in ('owner', 'provider', 'system')),
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  refund_amount integer check (refund_amount >= 0),
  -- The earliest time a rescheduled visit ever had: the refund for cancelling goes by it.
  first_starts_at timestamptz,
  reschedules smallint not null default 0 check (reschedules between 0 and 2),
  -- When the owner reported that the vet did not come. The clock does not complete the visit then.
  absence_reported_at timestamptz,
  -- When the vet answered that they did come.
  absence_answered_at timestamptz,
  -- The vet's policy at the time of booking. It stays when the vet chooses another.
  refund_policy text not null check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
  -- When the owner was marked as not having come. They can contest it for a day, and the payout waits as long.
  no_show_at timestamptz,
  check (starts_at < ends_at),
  -- It holds the vet's time exactly while its status says so.
  check ((hold_id is not null) = (status in ('pending', 'confirmed'))),
  check ((disclaimer_accepted_at is not null) = disclaimer_accepted),
  check ((first_starts_at is not null) = (reschedules > 0)),
  check ((no_show_at is not null) = (status = 'no_show')),
  constraint veterinary_appointments_payment_said check (payment_required = (payment_status <> 'not_required')),
  constraint veterinary_appointments_contact check (
    appointment_type = 'in_person' or (contact_method is not null and contact_link <> ''))
);
create index veterinary_appointments_owner on veterinary_appointments (pet_owner_id, starts_at desc, id desc);
create index veterinary_appointments_vet on veterinary_appointments (veterinary_id, starts_at desc, id desc);
-- Open appointments are few beside the past ones; lists of upcoming ones read only these.
create index veterinary_appointments_owner_open on veterinary_appointments (pet_owner_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index veterinary_appointments_vet_open on veterinary_appointments (veterinary_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index veterinary_appointments_pet on veterinary_appointments (pet_id) where pet_id is not null;
create index veterinary_appointments_schedule on veterinary_appointments (schedule_id);
-- For the sweeps, which look for open appointments that have ended.
create index veterinary_appointments_open on veterinary_appointments (ends_at)
  where status in ('pending', 'confirmed');
-- For the public count of completed visits.
create index veterinary_appointments_completed on veterinary_appointments (veterinary_id) where status = 'completed';
-- A vet's requests are sorted by age, and the dashboard reads the oldest every minute.
create index veterinary_appointments_vet_requests on veterinary_appointments (veterinary_id, created_at, id)
  where status = 'pending';
-- Counting the requests a vet answered reads this index alone: its condition is the query's.
create index veterinary_appointments_vet_answers on veterinary_appointments (veterinary_id, starts_at) include (status)
  where status <> 'pending' and cancelled_by is distinct from 'owner';
create index veterinary_appointments_absence on veterinary_appointments (absence_reported_at)
  where absence_reported_at is not null and absence_answered_at is null;
create trigger veterinary_appointments_release after delete on veterinary_appointments
  for each row when (old.hold_id is not null) execute function release_hold();

-- The reminders sent: each of 48, 24 and 2 hours once, and again after the visit was rescheduled.
create table appointment_reminders (
  appointment_id uuid not null references veterinary_appointments (id) on delete cascade,
  hours_before smallint not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (appointment_id, hours_before, starts_at)
);

-- A rating, or one public note without stars after a vet cancelled at short notice. The vet may reply once. When an admin
-- removes a rating, it is no longer shown or counted; the row stays, so that the same visit is not rated again.
create table veterinary_ratings (
  id uuid primary key,
  appointment_id uuid not null references veterinary_appointments (id) on delete cascade,
  veterinary_id uuid not null references veterinary_doctors (id) on delete cascade,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  rating smallint check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references admin_users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 500),
  reply_removed_at timestamptz,
  reply_removed_by uuid references admin_users (id),
  reply_removal_reason text check (char_length(reply_removal_reason) between 1 and 500),
  constraint "veterinary.already_rated" unique (appointment_id),
  check (rating is not null or feedback is not null),
  check ((reply is null) = (replied_at is null)),
  check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3)),
  check (num_nulls(reply_removed_at, reply_removed_by, reply_removal_reason) in (0, 3))
);
create index veterinary_ratings_veterinary_id on veterinary_ratings (veterinary_id, created_at desc);
create index veterinary_ratings_pet_owner_id on veterinary_ratings (pet_owner_id);
-- Admins read all ratings, latest first.
create index veterinary_ratings_latest on veterinary_ratings (created_at desc, id desc) where removed_at is null;
create index veterinary_ratings_removed on veterinary_ratings (removed_at desc, id desc) where removed_at is not null;

-- A note without stars does not count as a review.
create function keep_vet_rating() returns trigger language plpgsql as $$
begin
  -- A statement of its own: the next one must see what was committed while this one waited for the lock.
  perform from veterinary_doctors where id in (old.veterinary_id, new.veterinary_id) order by id for no key update;
  update veterinary_doctors v
     set (rating, total_reviews) = (
           select round(avg(r.rating), 1), count(r.rating)::integer
             from veterinary_ratings r where r.veterinary_id = v.id and r.removed_at is null)
   where v.id in (old.veterinary_id, new.veterinary_id);
  return null;
end $$;
create trigger veterinary_ratings_keep after insert or update or delete on veterinary_ratings
  for each row execute function keep_vet_rating();
