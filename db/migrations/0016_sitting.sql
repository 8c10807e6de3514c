-- Columns that may be empty while a profile is being written are null.
create table pet_sitters (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  profile_image_url text,
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
  availability text,
  time_zone text not null default 'Asia/Kolkata',
  minimum_notice_minutes integer not null default 120 check (minimum_notice_minutes between 0 and 20160),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  facts_verified_at timestamptz,
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index pet_sitters_submitted on pet_sitters (submitted_at, id) where verification_status = 'submitted';
create index pet_sitters_suspended on pet_sitters (user_id) where verification_status = 'suspended';
create trigger pet_sitters_announce after insert or delete or update of user_id, verification_status
  on pet_sitters for each row execute function announce_actor_change();
create trigger pet_sitters_keep_facts
  before insert or update of verification_status, full_name on pet_sitters
  for each row execute function keep_verified_facts('full_name');
create trigger pet_sitters_provider after insert or update or delete on pet_sitters
  for each row execute function keep_provider('sitting');

-- Without weekly rows a sitter can be asked for any time. Nothing is booked by the slot, so that its length doesn't matter.
create table pet_sitter_schedules (
  id uuid primary key,
  pet_sitter_id uuid not null references pet_sitters (id) on delete cascade,
  day_of_week text not null check (day_of_week in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  schedule_date date,
  is_available boolean not null default true,
  start_time time not null,
  end_time time not null,
  slot_duration_minutes integer not null default 10 check (slot_duration_minutes between 10 and 240),
  check (start_time < end_time)
);
create index pet_sitter_schedules_pet_sitter_id
  on pet_sitter_schedules (pet_sitter_id, schedule_date, day_of_week);

create table pet_sitter_breaks (
  id uuid primary key,
  schedule_id uuid not null references pet_sitter_schedules (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  reason text,
  check (start_time < end_time)
);
create index pet_sitter_breaks_schedule_id on pet_sitter_breaks (schedule_id);

create table pet_sitter_holidays (
  id uuid primary key,
  pet_sitter_id uuid not null references pet_sitters (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text check (char_length(reason) between 1 and 200),
  check (start_date <= end_date)
);
create index pet_sitter_holidays_pet_sitter_id on pet_sitter_holidays (pet_sitter_id, end_date);

create function sitting_service_name(service text) returns text language sql immutable
  return case service when 'hostel-checkin' then 'Hostel check-in' when 'dog-walking' then 'Dog walking'
    when 'day-care' then 'Day care' end;

-- An owner's request to a sitter. It is sent as the first appointment that it would make; accepting it makes the others.
-- The product's name for these rows is the view booking_requests.
create table sitting_requests (
  id uuid primary key,
  -- The same request to several sitters: when one accepts, the others are withdrawn.
  batch_id uuid not null,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  sitter_id uuid not null references pet_sitters (id) on delete cascade,
  service_type text not null check (service_type in ('hostel-checkin', 'dog-walking', 'day-care')),
  schedule_type text not null check (schedule_type in ('one-time', 'repeat-weekly')),
  start_date date not null,
  -- Null for one day, and for a repeat until somebody ends it.
  end_date date,
  days_of_week text[] not null default '{}' check (days_of_week <@
    array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  start_time time not null,
  end_time time not null,
  time_zone text not null,
  -- The rates at the time of the request: its price stays as the owner saw it.
  hourly_rate integer not null check (hourly_rate > 0),
  nightly_rate integer check (nightly_rate > 0),
  -- Included in the price. The days of a repeat are made later, and keep the tax that was agreed.
  tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 50),
  emergency_name text not null check (char_length(emergency_name) between 1 and 120),
  emergency_phone text not null check (char_length(emergency_phone) between 1 and 40),
  special_care_instructions text check (char_length(special_care_instructions) between 1 and 5000),
  -- The part of town, for all who are asked.
  area text check (char_length(area) between 1 and 200),
  -- The start of a walk, or the pets' home: only for the sitter who accepts.
  location text check (char_length(location) between 1 and 200),
  gets_along_with_other_dogs boolean,
  dog_size_lbs integer check (dog_size_lbs >= 0),
  payment_method_id uuid references payment_methods (id) on delete set null,
  accepted_at timestamptz,
  made_until date,
  ended_at timestamptz,
  ended_by text check (ended_by in ('owner', 'sitter')),
  created_at timestamptz not null,
  check (end_date is null or end_date >= start_date),
  check ((schedule_type = 'repeat-weekly') = (cardinality(days_of_week) > 0)),
  check (service_type <> 'hostel-checkin' or (end_date > start_date and schedule_type = 'one-time')),
  check ((ended_at is null) = (ended_by is null))
);
create index sitting_requests_batch on sitting_requests (batch_id);
create index sitting_requests_owner on sitting_requests (pet_owner_id);
create index sitting_requests_sitter on sitting_requests (sitter_id, created_at desc);
create index sitting_requests_payment_method on sitting_requests (payment_method_id) where payment_method_id is not null;
-- A sitter's room counts the repeats that go on; the sweep first makes appointments for those least far ahead.
create index sitting_requests_repeating on sitting_requests (sitter_id)
  where schedule_type = 'repeat-weekly' and accepted_at is not null and ended_at is null;
create index sitting_requests_to_extend on sitting_requests (made_until, id)
  where schedule_type = 'repeat-weekly' and accepted_at is not null and ended_at is null;

-- An appointment is one stay, walk or day of its request.
create table sitting_details (
  appointment_id uuid primary key references appointments (id) on delete cascade,
  request_id uuid not null references sitting_requests (id) on delete cascade,
  day date not null,
  -- It carries the request until it is answered.
  is_asking boolean not null,
  late_told_at timestamptz,
  -- Set once another appointment was made for the day, after a pause had cancelled this one.
  remade_at timestamptz
);
create unique index sitting_details_day on sitting_details (request_id, day) where remade_at is null;
create index sitting_details_request on sitting_details (request_id);
create unique index sitting_details_asking on sitting_details (request_id) where is_asking;
create index appointments_sitting_waiting on appointments (starts_at)
  where trade = 'sitting' and status = 'confirmed' and started_at is null;

-- The visit card of a walk, of a day of day care, or of one day of a stay. Times are the server's; `…_on_phone` is what the
-- phone said where an entry was kept on it and arrived later.
create table sitting_visits (
  id uuid primary key,
  appointment_id uuid not null references appointments (id) on delete cascade,
  day date not null,
  started_at timestamptz not null,
  started_on_phone timestamptz check (started_on_phone < started_at),
  stopped_at timestamptz check (stopped_at >= started_at),
  stopped_on_phone timestamptz check (stopped_on_phone < stopped_at),
  sent_at timestamptz check (sent_at >= stopped_at),
  note text check (char_length(note) between 1 and 1000),
  -- The note written last stays, whichever phone's arrives first.
  note_written_at timestamptz,
  note_entry_id uuid,
  -- The time at which it reached us: an owner who blocked the sitter doesn't see what came later.
  note_arrived_at timestamptz,
  -- The walker withdrew the route; what a phone still sends of it is dropped.
  route_removed_at timestamptz,
  unique (appointment_id, day),
  check (stopped_at is not null or (stopped_on_phone is null and sent_at is null)),
  check (num_nulls(note_written_at, note_entry_id, note_arrived_at) in (0, 3))
);
create unique index sitting_visits_open on sitting_visits (appointment_id) where stopped_at is null;

-- Ids are the phone's, so that a repeated entry is the same row. An undone tap stays, so that a late repeat doesn't bring it back;
-- one that was undone before it arrived has no kind.
create table sitting_taps (
  visit_id uuid not null references sitting_visits (id) on delete cascade,
  id uuid not null,
  kind text check (kind in ('pee', 'poo', 'food', 'water', 'medicine')),
  pet_id uuid references pets (id) on delete set null,
  tapped_at timestamptz not null,
  tapped_on_phone timestamptz check (tapped_on_phone < tapped_at),
  undone_at timestamptz,
  primary key (visit_id, id),
  check (kind is not null or undone_at is not null)
);
create index sitting_taps_pet on sitting_taps (pet_id) where pet_id is not null;

-- The files belong to the pets' owner.
create table sitting_photos (
  visit_id uuid not null references sitting_visits (id) on delete cascade,
  id uuid not null,
  upload_id uuid unique references uploads (id) deferrable initially deferred,
  added_at timestamptz not null,
  added_on_phone timestamptz check (added_on_phone < added_at),
  removed_at timestamptz,
  primary key (visit_id, id),
  check ((upload_id is null) = (removed_at is not null))
);
create function drop_sitting_photo() returns trigger language plpgsql as $$
begin
  delete from uploads where id = old.upload_id;
  return null;
end $$;
create trigger sitting_photos_drop after delete on sitting_photos
  for each row execute function drop_sitting_photo();
create trigger sitting_photos_drop_removed after update of upload_id on sitting_photos
  for each row when (new.upload_id is null) execute function drop_sitting_photo();

-- The route of a walk in parts, as the phone sent them: [milliseconds, latitude, longitude] each. `track` is the phone.
create table sitting_routes (
  visit_id uuid not null references sitting_visits (id) on delete cascade,
  id uuid not null,
  track uuid not null,
  points jsonb not null check (jsonb_array_length(points) between 1 and 60),
  created_at timestamptz not null,
  primary key (visit_id, id)
);
create index sitting_routes_created_at on sitting_routes (created_at);

create table sitting_pauses (
  id uuid primary key,
  request_id uuid not null references sitting_requests (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  made_by text not null check (made_by in ('owner', 'sitter')),
  created_at timestamptz not null,
  resumed_at timestamptz,
  check (start_date <= end_date)
);
create index sitting_pauses_request_id on sitting_pauses (request_id, end_date);

-- Days that a repeat leaves out, and why: nothing was made, or a pause cancelled it.
create table sitting_gaps (
  request_id uuid not null references sitting_requests (id) on delete cascade,
  day date not null,
  reason text not null check (reason in ('away', 'closed', 'full', 'soon', 'paused', 'booked')),
  pause_id uuid references sitting_pauses (id) on delete cascade,
  created_at timestamptz not null,
  primary key (request_id, day),
  check ((reason = 'paused') = (pause_id is not null))
);
create index sitting_gaps_pause on sitting_gaps (pause_id) where pause_id is not null;

-- Owner or sitter asks to move an accepted walk or day of day care. It takes no place until the other agrees, and the old time stays.
create table sitting_moves (
  id uuid primary key,
  appointment_id uuid not null references appointments (id) on delete cascade,
  asked_by text not null check (asked_by in ('owner', 'sitter')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  answer_by timestamptz not null,
  created_at timestamptz not null,
  -- `overtaken`: the appointment began or ended meanwhile.
  outcome text check (outcome in ('agreed', 'declined', 'withdrawn', 'lapsed', 'overtaken')),
  ended_at timestamptz,
  check (starts_at < ends_at),
  check ((outcome is null) = (ended_at is null))
);
create index sitting_moves_appointment on sitting_moves (appointment_id);
create unique index "sitting.move_asked" on sitting_moves (appointment_id) where outcome is null;
create index sitting_moves_to_lapse on sitting_moves (answer_by) where outcome is null;

create function overtake_move() returns trigger language plpgsql as $$
begin
  update sitting_moves set outcome = 'overtaken', ended_at = new.updated_at
   where appointment_id = new.id and outcome is null;
  return null;
end $$;
create trigger appointments_overtake_move after update of status, started_at on appointments
  for each row when (new.trade = 'sitting' and (new.status <> 'confirmed' or new.started_at is not null))
  execute function overtake_move();

-- A free meeting before an owner's first booking with a sitter. It isn't an appointment: it takes no time, and nothing that
-- counts appointments counts it.
create table meet_greets (
  id uuid primary key,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  sitter_id uuid not null references pet_sitters (id) on delete cascade,
  service_type text not null check (service_type in ('hostel-checkin', 'dog-walking', 'day-care')),
  status text not null default 'asked'
    check (status in ('asked', 'agreed', 'declined', 'expired', 'cancelled', 'passed')),
  kind text not null check (kind in ('public', 'sitters_home', 'owners_home', 'video', 'phone')),
  -- The address, link or number, from the side that hosts: the sitter gives theirs with the first answer.
  place text check (char_length(place) between 1 and 200),
  message text check (char_length(message) between 1 and 1000),
  time_zone text not null,
  suggested_by text not null check (suggested_by in ('owner', 'sitter')),
  times timestamptz[] not null check (cardinality(times) between 1 and 3),
  suggestions smallint not null default 1 check (suggestions between 1 and 6),
  answer_by timestamptz not null,
  starts_at timestamptz,
  agreed_at timestamptz,
  reminded_at timestamptz,
  ended_by text check (ended_by in ('owner', 'sitter')),
  reason text check (char_length(reason) between 1 and 500),
  -- Grows with each change; calendars keep the highest.
  revision integer not null default 0 check (revision >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (place is not null or kind not in ('public', 'owners_home')),
  check ((starts_at is null) = (agreed_at is null)),
  check (starts_at is null or (starts_at = any(times) and place is not null)),
  check (status not in ('agreed', 'passed') or starts_at is not null),
  check (status not in ('asked', 'declined', 'expired') or starts_at is null),
  check (status in ('declined', 'cancelled') or ended_by is null)
);
create unique index "sitting.meet_open" on meet_greets (pet_owner_id, sitter_id) where status in ('asked', 'agreed');
create index meet_greets_owner on meet_greets (pet_owner_id, created_at desc, id desc);
create index meet_greets_sitter on meet_greets (sitter_id, created_at desc, id desc);
create index meet_greets_to_expire on meet_greets (answer_by) where status = 'asked';
create index meet_greets_agreed on meet_greets (starts_at) where status = 'agreed';

create table meet_greet_pets (
  meet_greet_id uuid not null references meet_greets (id) on delete cascade,
  pet_id uuid not null references pets (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  primary key (meet_greet_id, pet_id),
  unique (meet_greet_id, position)
);
create index meet_greet_pets_pet_id on meet_greet_pets (pet_id);

alter table message_threads add foreign key (meet_greet_id) references meet_greets (id) on delete cascade;

-- A series is a request. Deferred, because a request's first appointment is written before it, and an owner's are deleted together.
alter table appointments add foreign key (series_id) references sitting_requests (id) deferrable initially deferred;
alter table ratings add foreign key (series_id) references sitting_requests (id) deferrable initially deferred;

create view booking_requests as
  select r.id, r.pet_owner_id, r.sitter_id as pet_sitter_id, r.start_date, r.end_date, r.start_time, r.end_time,
         a.reason as comment, r.service_type,
         case when a.status in ('declined', 'expired') and r.accepted_at is null then a.status
              when r.accepted_at is null then case a.status when 'pending' then 'pending' else 'cancelled' end
              when t.open = 0 and t.done > 0 and is_made then 'completed'
              when t.open = 0 and is_made then 'cancelled'
              when t.begun > 0 then 'in_progress' else 'accepted' end as status,
         r.emergency_name || ', ' || r.emergency_phone as emergency_contact, r.special_care_instructions, r.schedule_type,
         r.location, t.selected_pets, r.gets_along_with_other_dogs, r.dog_size_lbs, r.created_at
    from sitting_requests r
    join sitting_details d on d.request_id = r.id and d.is_asking
    join appointments a on a.id = d.appointment_id
    -- No more appointments will come of it.
    cross join lateral (
      select r.schedule_type = 'one-time' or r.ended_at is not null or r.made_until >= r.end_date as is_made) m
    cross join lateral (
      select count(*) filter (where o.status in ('pending', 'confirmed')) as open,
             count(*) filter (where o.status in ('completed', 'no_show')) as done,
             count(*) filter (where o.started_at is not null or o.status = 'completed') as begun,
             (select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'breed', p.breed,
                       'pet_size_lbs', p.pet_size_lbs) order by ap.position)
                from appointment_pets ap join pets p on p.id = ap.pet_id where ap.appointment_id = a.id) as selected_pets
        from sitting_details od join appointments o on o.id = od.appointment_id where od.request_id = r.id
    ) t;

create view dog_walking_schedules as
  select id as booking_request_id, start_date as service_start_date, end_date as service_end_date, days_of_week,
         schedule_type = 'repeat-weekly' as is_recurring
    from sitting_requests where service_type = 'dog-walking';

create view daycare_schedules as
  select id as booking_request_id, start_date as service_start_date, end_date as service_end_date, days_of_week,
         schedule_type = 'repeat-weekly' as is_recurring
    from sitting_requests where service_type = 'day-care';

create view pet_sitter_ratings as
  select r.id, d.request_id as appointment_id, r.provider_id as pet_sitter_id, r.pet_owner_id, r.rating, r.feedback,
         r.created_at
    from ratings r join sitting_details d on d.appointment_id = r.appointment_id;
