-- Degrees as everyone may see them: on a grid of 0.003 degrees, about 300 m.
create function shown_degrees(degrees numeric) returns numeric language sql immutable parallel safe
  return round(degrees / 0.003) * 0.003;

create table pet_reports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  status text not null check (status in ('lost', 'found')),
  -- Stale after 182 days without a word from the reporter, who can make it active again.
  state text not null default 'active' check (state in ('active', 'reunited', 'withdrawn', 'stale')),
  is_active boolean generated always as (state = 'active' and removed_at is null) stored not null,
  -- Its photo is shown if the report has none.
  pet_id uuid references pets (id) on delete set null,
  pet_name text check (char_length(pet_name) between 1 and 60),
  species text not null check (species in ('dog', 'cat', 'bird', 'rabbit', 'other')),
  breed text check (char_length(breed) between 1 and 60),
  sex text check (sex in ('female', 'male')),
  size text check (size in ('small', 'medium', 'large')),
  colours text check (char_length(colours) between 1 and 200),
  marks text check (char_length(marks) between 1 and 500),
  collar text check (char_length(collar) between 1 and 200),
  has_chip boolean,
  -- Never shown to others: it proves whose pet it is.
  microchip text check (microchip ~ '^[0-9]{15}$'),
  seen_at timestamptz not null,
  location_address text not null check (char_length(location_address) between 1 and 200),
  -- Shown only to the reporter.
  exact_place text check (char_length(exact_place) between 1 and 500),
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  shown_latitude numeric(8, 5) generated always as (shown_degrees(latitude)) stored,
  shown_longitude numeric(8, 5) generated always as (shown_degrees(longitude)) stored,
  -- A point on a globe of 6,371 km, made of the shown degrees: exact distances would give the exact place away.
  position cube generated always as (case when latitude is not null and longitude is not null then cube(array[
    6371 * cos(radians(shown_degrees(latitude)::float8)) * cos(radians(shown_degrees(longitude)::float8)),
    6371 * cos(radians(shown_degrees(latitude)::float8)) * sin(radians(shown_degrees(longitude)::float8)),
    6371 * sin(radians(shown_degrees(latitude)::float8))]) end) stored,
  story text check (char_length(story) between 1 and 5000),
  has_reward boolean not null default false,
  -- Never shown: the reporter asks for it when someone says that they have the pet, or that it is theirs.
  secret_mark text check (char_length(secret_mark) between 1 and 200),
  -- Only given if the reporter chose to show it, and shown only to people who are logged in.
  contact_phone text check (char_length(contact_phone) between 1 and 20),
  whereabouts text check (whereabouts in ('with_me', 'at_vet', 'at_shelter', 'still_there')),
  can_keep boolean,
  photos text[] not null default '{}' check (cardinality(photos) <= 6),
  pet_picture_url text generated always as (photos[1]) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The reporter's last word that it still holds, and the time at which they are asked next.
  renewed_at timestamptz not null,
  ask_at timestamptz not null,
  closed_at timestamptz,
  -- Its reporter had confirmed nothing when neighbours were alerted: once they have, the others hear too.
  alert_waits boolean not null default false,
  complained_at timestamptz,
  noticed_at timestamptz generated always as (coalesce(complained_at, created_at)) stored not null,
  removed_at timestamptz,
  removed_by uuid references admin_users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 500),
  check ((latitude is null) = (longitude is null)),
  check (status = 'found' or (whereabouts is null and can_keep is null)),
  check (status = 'lost' or not has_reward),
  check ((state in ('reunited', 'withdrawn')) = (closed_at is not null)),
  check ((removed_at is null) = (removed_by is null)),
  check ((removed_at is null) = (removal_reason is null))
);
create index pet_reports_by_time on pet_reports (status, created_at desc, id desc) where is_active;
create index pet_reports_by_position on pet_reports using gist (status, position) where is_active;
create index pet_reports_on_map on pet_reports
  using gist (status, point(shown_longitude::float8, shown_latitude::float8)) where is_active;
create index pet_reports_user_id on pet_reports (user_id, created_at desc, id desc);
create index pet_reports_noticed on pet_reports (noticed_at desc, id desc) where removed_at is null;
create index pet_reports_removed on pet_reports (removed_at desc, id desc) where removed_at is not null;
create index pet_reports_pet_id on pet_reports (pet_id) where pet_id is not null;
create index pet_reports_microchip on pet_reports (microchip) where microchip is not null;
create index pet_reports_to_ask on pet_reports (ask_at) where is_active;
create index pet_reports_alert_waits on pet_reports (created_at) where alert_waits;
create index pet_reports_to_lapse on pet_reports (renewed_at) where is_active;

create table pet_report_entries (
  id uuid primary key,
  report_id uuid not null references pet_reports (id) on delete cascade,
  -- Null for an entry made by the clock, and for a sighting by somebody without an account.
  user_id uuid references users (id) on delete cascade,
  kind text not null check (kind in (
    'comment', 'sighting', 'updated', 'renewed', 'revived', 'lapsed', 'reunited', 'withdrawn')),
  text text check (char_length(text) between 1 and 1000),
  seen_at timestamptz,
  place text check (char_length(place) between 1 and 200),
  direction text check (char_length(direction) between 1 and 200),
  photo_id uuid references uploads (id) on delete set null,
  -- The exact place, for the reporter alone: others see it on the grid of reports.
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  -- Confirmed by a code, for the reporter alone, and forgotten after 90 days.
  guest_phone text check (char_length(guest_phone) between 1 and 20),
  created_at timestamptz not null,
  check (case kind when 'lapsed' then user_id is null when 'sighting' then true else user_id is not null end),
  check ((latitude is null) = (longitude is null)),
  check (kind = 'sighting' or (latitude is null and guest_phone is null)),
  check (user_id is null or guest_phone is null),
  check ((kind = 'sighting') = (seen_at is not null)),
  check ((kind = 'sighting') = (place is not null)),
  check (kind = 'sighting' or (direction is null and photo_id is null)),
  check (kind in ('comment', 'sighting') or text is null),
  check (kind <> 'comment' or text is not null)
);
create index pet_report_entries_photo_id on pet_report_entries (photo_id) where photo_id is not null;
create index pet_report_entries_report_id on pet_report_entries (report_id, created_at, id);
create index pet_report_entries_to_forget on pet_report_entries (created_at) where guest_phone is not null;
create index pet_report_entries_user_id on pet_report_entries (user_id) where user_id is not null;

create table pet_report_followers (
  report_id uuid not null references pet_reports (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (report_id, user_id)
);
create index pet_report_followers_user_id on pet_report_followers (user_id);

-- Complaints to support about a report, or about the sighting under it of somebody without an account. Neither reporter nor
-- guest learns of them, and the writer hears the outcome.
create table pet_report_complaints (
  id uuid primary key,
  report_id uuid not null references pet_reports (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The sighting and its words. Not a reference: the complaint outlives it.
  entry_id uuid,
  said text,
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('acted', 'no_breach')),
  check ((entry_id is null) = (said is null)),
  check ((closed_at is null) = (outcome is null))
);
create unique index "reports.already_complained" on pet_report_complaints (report_id, user_id, entry_id)
  nulls not distinct where closed_at is null;
create index pet_report_complaints_report_id on pet_report_complaints (report_id, created_at desc);
create index pet_report_complaints_user_id on pet_report_complaints (user_id);

-- Somebody who wrote to a report's reporter. Deleting the report keeps it, so that both still have their messages.
create table pet_report_contacts (
  id uuid primary key,
  report_id uuid references pet_reports (id) on delete set null,
  reporter_id uuid not null references users (id) on delete cascade,
  helper_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  unique (report_id, helper_id),
  check (reporter_id <> helper_id)
);
create index pet_report_contacts_reporter_id on pet_report_contacts (reporter_id);
create index pet_report_contacts_helper_id on pet_report_contacts (helper_id);

alter table message_threads add foreign key (contact_id) references pet_report_contacts (id) on delete cascade;

-- The two sides of every subject of messaging. `opening` is the text of the owner's request.
create view thread_parties as
  select booking_id as subject_id, trade, side, user_id, addressed_as, phase, starts_at, ends_at, time_zone, is_online,
         null::uuid as report_id, null::text as pet_name, null::text as report_status, null::text as pet_picture_url,
         null::text as opening, null::timestamptz as opened_at
    from booking_parties
  union all
  select c.id, 'report', s.side, s.user_id,
         coalesce(nullif(split_part(known_name(s.user_id, u.id, u.name), ' ', 1), ''), 'Former user'),
         case when r.removed_at is not null or r.state is null or r.state = 'withdrawn' then 'off'
              when r.state = 'reunited' then 'done' else 'agreed' end,
         c.created_at, coalesce(r.closed_at, c.created_at), 'UTC', false, r.id, r.pet_name, r.status,
         r.pet_picture_url, null, null
    from pet_report_contacts c
   cross join lateral (values ('reporter', c.reporter_id, c.helper_id), ('helper', c.helper_id, c.reporter_id))
      as s (side, user_id, other_id)
    join users u on u.id = s.other_id
    left join pet_reports r on r.id = c.report_id
  union all
  select m.id, 'meet_greet', s.side, s.user_id, s.addressed_as,
         case m.status when 'asked' then 'asked' when 'agreed' then 'agreed' when 'passed' then 'done' else 'off' end,
         coalesce(m.starts_at, m.times[1]), coalesce(m.starts_at, m.times[1]) + interval '30 minutes', m.time_zone,
         m.kind in ('video', 'phone'), null, null, null, null, m.message, m.created_at
    from meet_greets m
    join providers p on p.id = m.sitter_id
    join pet_owners o on o.id = m.pet_owner_id
    join users u on u.id = o.user_id
   cross join lateral (values
      ('owner', o.user_id, p.addressed_as),
      ('provider', p.user_id, coalesce(nullif(known_name(p.user_id, u.id, u.name), ''), 'Former user')))
      as s (side, user_id, addressed_as);

-- Places for alerts about lost pets: the only ones that we keep of people without a business. They set them themselves, on
-- a grid of 0.01 degrees, about a kilometre.
create table alert_places (
  user_id uuid primary key references users (id) on delete cascade,
  area text not null check (char_length(area) between 1 and 200),
  latitude numeric(5, 2) not null check (latitude between -90 and 90),
  longitude numeric(5, 2) not null check (longitude between -180 and 180),
  position cube generated always as (cube(array[
    6371 * cos(radians(latitude::float8)) * cos(radians(longitude::float8)),
    6371 * cos(radians(latitude::float8)) * sin(radians(longitude::float8)),
    6371 * sin(radians(latitude::float8))])) stored not null,
  muted_species text[] not null default '{}'
    check (muted_species <@ array['dog', 'cat', 'bird', 'rabbit', 'other']),
  -- The last alerts sent at once, three at most, and the reporters who caused them. Not references: deleting an account
  -- must not make room for another alert.
  alerted_at timestamptz[] not null default '{}' check (cardinality(alerted_at) <= 3),
  alerted_by uuid[] not null default '{}',
  -- The last alert caused by somebody who had confirmed neither an email address nor a phone number.
  unconfirmed_alert_at timestamptz,
  digest_at timestamptz not null,
  updated_at timestamptz not null,
  check (cardinality(alerted_by) = cardinality(alerted_at))
);
create index alert_places_by_position on alert_places using gist (position);
create index alert_places_digest on alert_places (digest_at);
