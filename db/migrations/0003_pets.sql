-- A re-encoded picture on disk, and the row that says whose it is. Public ones are served to anyone who knows the id.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index uploads_user_id on uploads (user_id);

create table pets (
  id uuid primary key,
  owner_id uuid not null references pet_owners (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  species text not null check (species in ('dog', 'cat', 'bird', 'rabbit', 'other')),
  breed text check (char_length(breed) <= 60),
  pet_size_lbs numeric(4, 1) check (pet_size_lbs > 0 and pet_size_lbs <= 400),
  photo_url text,
  created_at timestamptz not null default now()
);
create index pets_owner_id on pets (owner_id, id desc);
