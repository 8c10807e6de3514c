-- Admins keep the table, and everyone can read it, except the mail address.
create table emergency_places (
  id uuid primary key,
  kind text not null check (kind in ('clinic', 'helpline', 'shelter', 'ambulance')),
  name text not null check (char_length(name) between 1 and 120),
  name_key text not null generated always as (lower(name)) stored,
  phone text not null check (char_length(phone) between 3 and 20),
  -- Null for a number of the whole country.
  city text check (char_length(city) between 1 and 80),
  city_key text generated always as (lower(city)) stored,
  address text check (char_length(address) between 1 and 200),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  position cube generated always as (case when latitude is not null and longitude is not null then cube(array[
    6371 * cos(radians(latitude::float8)) * cos(radians(longitude::float8)),
    6371 * cos(radians(latitude::float8)) * sin(radians(longitude::float8)),
    6371 * sin(radians(latitude::float8))]) end) stored,
  -- Empty: no species is known to be refused.
  species text[] not null default '{}',
  -- As people write them: 'Mon-Sat 09:00-20:00; Sun 10:00-14:00', or '24x7'. Null if unknown.
  opening_hours text check (char_length(opening_hours) between 1 and 200),
  -- The same in minutes of the week from Monday 00:00, by the clocks of the place.
  open_minutes int4multirange check (open_minutes <@ '{[0,10080)}'::int4multirange and not isempty(open_minutes)),
  time_zone text not null,
  note text check (char_length(note) between 1 and 200),
  -- Receives reports of injured animals. Never shown to visitors.
  email text check (char_length(email) between 3 and 254),
  checked_on date not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint "emergency.already_listed" unique nulls not distinct (kind, city_key, name_key),
  check (city is not null or kind in ('helpline', 'ambulance')),
  check ((latitude is null) = (longitude is null)),
  check ((opening_hours is null) = (open_minutes is null))
);
create index emergency_places_position on emergency_places using gist (kind, position) where position is not null;
create index emergency_places_city on emergency_places (kind, city_key, name, id);
create index emergency_places_checked on emergency_places (checked_on, id);
create index emergency_places_rescuers on emergency_places using gist (position)
  where email is not null and kind <> 'clinic' and position is not null;
create index emergency_places_rescuers_city on emergency_places (city_key, name)
  where email is not null and kind <> 'clinic';

-- Null if the hours are unknown.
create function is_open_at(open_minutes int4multirange, time_zone text, at timestamptz) returns boolean
  language sql stable parallel safe
  return open_minutes @> ((extract(isodow from at at time zone time_zone)::int - 1) * 1440
    + extract(hour from at at time zone time_zone)::int * 60 + extract(minute from at at time zone time_zone)::int);

-- Rows are deleted after 30 days.
create table injured_reports (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  -- Hash of the follow link's token, which only the reporter's browser has.
  follow_hash bytea not null unique,
  animal text not null check (animal in ('dog', 'cat', 'cattle', 'bird', 'other')),
  severity text not null check (severity in ('critical', 'serious', 'minor')),
  place text check (char_length(place) between 1 and 200),
  city text check (char_length(city) between 1 and 80),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  note text check (char_length(note) between 1 and 500),
  phone text not null check (char_length(phone) between 3 and 20),
  phone_confirmed boolean not null,
  -- A data: URL, because it is small, private and deleted with its row.
  photo text check (photo like 'data:image/webp;base64,%' and char_length(photo) <= 2000000),
  status text not null default 'received' check (
    status in ('received', 'accepted', 'on_the_way', 'done', 'closed')),
  -- The mail to the rescuer who accepted. Null if nobody has, or if the desk arranged it.
  notice_id uuid,
  created_at timestamptz not null,
  accepted_at timestamptz,
  set_out_at timestamptz,
  ended_at timestamptz,
  check ((latitude is null) = (longitude is null)),
  check (latitude is not null or (place is not null and city is not null)),
  check ((status in ('done', 'closed')) = (ended_at is not null)),
  check (status <> 'received' or num_nonnulls(notice_id, accepted_at, set_out_at) = 0),
  check (status not in ('accepted', 'on_the_way', 'done') or accepted_at is not null)
);
create index injured_reports_phone on injured_reports (phone, created_at);
create index injured_reports_user on injured_reports (user_id, created_at) where user_id is not null;
create index injured_reports_created on injured_reports (created_at, id);
create index injured_reports_open on injured_reports (created_at, id) where ended_at is null;

-- Name and number outlive the directory's entry.
create table injured_notices (
  id uuid primary key,
  -- Null once the report is deleted: the mail still counts, so that deleting an account resets no rescuer's count.
  report_id uuid references injured_reports (id) on delete set null,
  place_id uuid references emergency_places (id) on delete set null,
  name text not null,
  phone text not null,
  token_hash bytea not null unique,
  phone_confirmed boolean not null,
  releases smallint not null default 0,
  created_at timestamptz not null,
  unique (id, report_id)
);
create index injured_notices_left on injured_notices (created_at) where report_id is null;
create index injured_notices_report on injured_notices (report_id);
create index injured_notices_place on injured_notices (place_id, created_at);
alter table injured_reports add foreign key (notice_id, id) references injured_notices (id, report_id);
create index injured_reports_notice on injured_reports (notice_id) where notice_id is not null;
