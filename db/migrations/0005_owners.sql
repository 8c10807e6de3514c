-- Contact details for the providers of an owner's bookings; the name is the user's.
create table pet_owners (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  phone_number text check (char_length(phone_number) <= 20),
  address text check (char_length(address) <= 500),
  city text check (char_length(city) <= 100),
  emergency_contact_name text check (char_length(emergency_contact_name) <= 120),
  emergency_contact_phone text check (char_length(emergency_contact_phone) <= 20),
  updated_at timestamptz not null default now()
);
create index pet_owners_phone_search on pet_owners using gin (phone_number gin_trgm_ops)
  where phone_number is not null;
create trigger pet_owners_announce after update or delete on pet_owners
  for each row execute function announce_actor_change();
