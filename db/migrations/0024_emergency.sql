-- Who helps animals in an emergency. Admins keep it, and everyone can read it, except the mail address.
create table emergency_places (
  id uuid primary key,
  kind text not null check (kind in ('clinic', 'helpline', 'shelter', 'ambulance')),
  name text not null check (char_length(name) between 1 and 120),
  phone text not null check (char_length(phone) between 3 and 20),
  -- Null for a number of the whole country.
  city text check (char_length(city) between 1 and 80),
  city_key text generated always as (lower(city)) stored,
  address text check (char_length(address) between 1 and 200),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  -- As in `providers`: distances between points are in km.
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
  -- Where reports of injured animals would go. Never shown to visitors.
  email text check (char_length(email) between 3 and 254),
  -- When somebody last called the number or read it at its source.
  checked_on date not null,
  -- Counts the changes that admins make.
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint "emergency.already_listed" unique nulls not distinct (kind, city_key, name),
  check (city is not null or kind in ('helpline', 'ambulance')),
  check ((latitude is null) = (longitude is null)),
  check ((opening_hours is null) = (open_minutes is null))
);
create index emergency_places_position on emergency_places using gist (kind, position) where position is not null;
create index emergency_places_city on emergency_places (kind, city_key, name, id);
create index emergency_places_checked on emergency_places (checked_on, id);

-- Null if the hours are unknown.
create function is_open_at(open_minutes int4multirange, time_zone text, at timestamptz) returns boolean
  language sql stable parallel safe
  return open_minutes @> ((extract(isodow from at at time zone time_zone)::int - 1) * 1440
    + extract(hour from at at time zone time_zone)::int * 60 + extract(minute from at at time zone time_zone)::int);
