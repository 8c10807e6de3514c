-- Columns that may be empty while a profile is being written are null.
create table pet_sitters (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  location text check (char_length(location) between 1 and 200),
  profile_image_url text,
  -- Null until sitters can be rated.
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
