-- One row for each record of a trade, with its id, so that lists and searches of several trades read one table.
-- Triggers keep the rows as the view provider_records has them; only ratings write `rating` and `total_reviews` here.
create table providers (
  id uuid primary key,
  trade text not null check (trade in ('veterinary', 'training', 'styling', 'sitting')),
  user_id uuid not null references users (id) on delete cascade,
  full_name text not null,
  addressed_as text not null,
  specialities text[] not null,
  location text,
  phone_number text,
  registration_number text,
  profile_image_url text,
  -- The price of one visit or one hour, in minor units.
  price integer,
  night_price integer,
  currency text not null,
  refund_policy text not null check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
  offers_in_person boolean not null,
  offers_online boolean not null,
  comes_to_owner boolean not null,
  time_zone text not null,
  minimum_notice_minutes integer not null,
  buffer_minutes integer not null,
  verification_status text not null
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  -- Regulated trades are listed once they are verified, the others once their profile is complete and they have confirmed an
  -- email address or a phone number. An administrator's check counts as that.
  is_regulated boolean not null,
  is_complete boolean not null,
  -- Has confirmed an email address or a phone number, so that nobody is listed from a throwaway account.
  is_confirmed boolean not null,
  rating numeric(2, 1),
  total_reviews integer not null default 0,
  -- Folded, so that D’Souza is found by the apostrophe of a keyboard, and Zoë without her dots. Skills are apart by line breaks.
  searched text not null,
  skills text not null,
  location_key text generated always as (fold(location)) stored,
  -- Filters and wishes for sitters: services, sizes, 'no-own-pets', 'no-children' and 'garden' in one array, so that one
  -- index serves any of them together.
  traits text[] not null,
  experience_years integer,
  max_pets integer,
  -- The position of `location` to two decimals (about a kilometre), so that nobody learns a home from distances; null if no
  -- place of that name is known. Looked up after each change of `location`, which resets it.
  latitude numeric(4, 2) check (latitude between -90 and 90),
  longitude numeric(5, 2) check (longitude between -180 and 180),
  is_placed boolean not null default false,
  -- A point on a globe of 6,371 km: distances between points are in km.
  position cube generated always as (case when latitude is not null and longitude is not null then cube(array[
    6371 * cos(radians(latitude::float8)) * cos(radians(longitude::float8)),
    6371 * cos(radians(latitude::float8)) * sin(radians(longitude::float8)),
    6371 * sin(radians(latitude::float8))]) end) stored,
  -- A search's orders all rise: best rated first, cheapest first, and last without a rating or a price.
  rating_gap numeric(2, 1) generated always as (5 - coalesce(rating, 0)) stored not null,
  price_or_last integer generated always as (least(coalesce(price, 999999999), 999999999)) stored not null,
  night_price_or_last integer generated always as (least(coalesce(night_price, 999999999), 999999999)) stored not null,
  -- Five ratings of 4 are added, so that a single 5 doesn't outrank many 4.9.
  fit_gap numeric(4, 3) generated always as (5 - (coalesce(rating, 0) * total_reviews + 20) / (total_reviews + 5)) stored not null,
  -- Listed, unless the operator demands verification or the provider is leaving; `calendar_providers` has the rest.
  can_be_found boolean generated always as (is_complete and (verification_status = 'verified'
    or (not is_regulated and is_confirmed and verification_status in ('draft', 'submitted')))) stored not null,
  unique (user_id, trade),
  unique (id, user_id, trade)
);
create index providers_by_rating on providers (trade, rating_gap, id) where can_be_found;
create index providers_by_price on providers (trade, price_or_last, id) where can_be_found;
create index providers_by_fit on providers (trade, fit_gap, id) where can_be_found and trade = 'sitting';
create index providers_by_night_price on providers (trade, night_price_or_last, id) where can_be_found and trade = 'sitting';
create index providers_by_position on providers using gist (trade, position) where can_be_found;
create index providers_unplaced on providers (trade, rating_gap, id) where can_be_found and position is null;
create index providers_by_words on providers
  using gin (searched gin_trgm_ops, skills gin_trgm_ops, location_key gin_trgm_ops) where can_be_found;
create index providers_by_online on providers (trade, id) where can_be_found and offers_online;
create index providers_by_traits on providers using gin (traits) where can_be_found and trade = 'sitting';
create index providers_by_experience on providers (experience_years) where can_be_found and trade = 'sitting';
create index providers_by_max_pets on providers (max_pets) where can_be_found and trade = 'sitting';
create index providers_by_check on providers (id) where can_be_found and trade = 'sitting' and verification_status = 'verified';
create index providers_to_place on providers (id) where location is not null and not is_placed;

create function forget_position() returns trigger language plpgsql as $$
begin
  new.latitude := null;
  new.longitude := null;
  new.is_placed := false;
  return new;
end $$;
create trigger providers_forget_position before update of location on providers
  for each row when (old.location is distinct from new.location) execute function forget_position();

create function keep_provider() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from providers where id = old.id;
    return null;
  end if;
  insert into providers (id, trade, user_id, full_name, addressed_as, specialities, location, phone_number,
    registration_number, profile_image_url, price, night_price, currency, refund_policy, offers_in_person,
    offers_online, comes_to_owner, time_zone, minimum_notice_minutes, buffer_minutes, verification_status, is_regulated,
    is_complete, is_confirmed, searched, skills, traits, experience_years, max_pets)
  select r.id, r.trade, r.user_id, r.full_name, r.addressed_as, r.specialities, r.location, r.phone_number,
    r.registration_number, r.profile_image_url, r.price, r.night_price, r.currency, r.refund_policy, r.offers_in_person,
    r.offers_online, r.comes_to_owner, r.time_zone, r.minimum_notice_minutes, r.buffer_minutes, r.verification_status,
    r.is_regulated, r.is_complete, r.is_confirmed,
    fold(concat_ws(' ', r.addressed_as, array_to_string(r.specialities, ' '), r.location)),
    (select coalesce(string_agg(fold(speciality), E'\n'), '') from unnest(r.specialities) speciality),
    r.traits, r.experience_years, r.max_pets
    from provider_records r where r.trade = tg_argv[0] and r.id = new.id
  on conflict (id) do update set full_name = excluded.full_name, addressed_as = excluded.addressed_as,
    specialities = excluded.specialities, location = excluded.location, phone_number = excluded.phone_number,
    registration_number = excluded.registration_number, profile_image_url = excluded.profile_image_url,
    price = excluded.price, night_price = excluded.night_price, currency = excluded.currency, refund_policy = excluded.refund_policy,
    offers_in_person = excluded.offers_in_person, offers_online = excluded.offers_online,
    comes_to_owner = excluded.comes_to_owner, time_zone = excluded.time_zone, minimum_notice_minutes = excluded.minimum_notice_minutes,
    buffer_minutes = excluded.buffer_minutes, verification_status = excluded.verification_status,
    is_regulated = excluded.is_regulated, is_complete = excluded.is_complete, is_confirmed = excluded.is_confirmed,
    searched = excluded.searched, skills = excluded.skills, traits = excluded.traits, experience_years = excluded.experience_years,
    max_pets = excluded.max_pets;
  return null;
end $$;

create function keep_provider_confirmed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  of_user uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
begin
  update providers set is_confirmed = has_confirmed_contact(of_user)
   where user_id = of_user and is_confirmed <> has_confirmed_contact(of_user);
  return null;
end $$;
create trigger users_keep_provider_confirmed after update of email, email_verified on users for each row
  when (old.email_verified <> new.email_verified or old.contact_email is distinct from new.contact_email)
  execute function keep_provider_confirmed();
create trigger accounts_keep_provider_confirmed after insert on accounts for each row
  when (new.provider_id = 'phone') execute function keep_provider_confirmed();
create trigger accounts_keep_provider_unconfirmed after delete on accounts for each row
  when (old.provider_id = 'phone') execute function keep_provider_confirmed();

-- Calendars that can be booked. Providers who asked for their account to be deleted take no new bookings.
create view calendar_providers as
  select p.trade, p.id as provider_id, p.user_id as provider_user_id, p.time_zone, p.minimum_notice_minutes,
         p.buffer_minutes, p.can_be_found and (p.verification_status = 'verified' or not verification_is_demanded())
           and not exists (select from users u where u.id = p.user_id and u.leaving_since is not null) as listed
    from providers p;

-- One row for each time a provider is taken, in any trade. The constraint makes overlaps impossible, despite races and
-- bugs, and across trades. Lane 0 is the person; a sitter's places are lanes 1 and up. A hold that was not paid in time goes
-- with its appointment, which the next booking of that time ends if no sweep has.
create table calendar_holds (
  id uuid primary key,
  appointment_id uuid,
  -- The appointment for which the provider proposed this time. What its own hold covers isn't held twice.
  proposed_for uuid,
  provider_user_id uuid not null references users (id) on delete cascade,
  lane integer not null default 0 check (lane >= 0),
  during tstzrange not null check (not isempty(during)),
  expires_at timestamptz,
  check (appointment_id is null or proposed_for is null),
  constraint "booking.slot_taken"
    exclude using gist (provider_user_id with =, lane with =, during with &&)
);
-- The waitlist for fully booked days, with providers of any trade. It holds no time for anyone.
create table booking_waits (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  trade text not null check (trade in ('veterinary', 'training', 'styling')),
  provider_id uuid not null references providers (id) on delete cascade,
  day date not null,
  asked_at timestamptz not null,
  -- Set once they were notified about a free time. They wait again only when they ask again.
  told_at timestamptz,
  unique (user_id, trade, provider_id, day)
);
create index booking_waits_open on booking_waits (trade, provider_id, day) where told_at is null;
create index booking_waits_day on booking_waits (day);
create index booking_waits_provider_id on booking_waits (provider_id);
