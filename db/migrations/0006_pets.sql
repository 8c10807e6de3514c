-- Only name and species are required. Null means unknown, also for yes-or-no questions.
create table pets (
  id uuid primary key,
  owner_id uuid not null references pet_owners (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  species text not null check (species in ('dog', 'cat', 'bird', 'rabbit', 'other')),
  breed text check (char_length(breed) <= 60),
  pet_size_lbs numeric(4, 1) check (pet_size_lbs > 0 and pet_size_lbs <= 400),
  photo_url text,
  created_at timestamptz not null default now(),
  is_mixed boolean not null default false,
  sex text check (sex in ('female', 'male')),
  date_of_birth date,
  is_birth_estimated boolean not null default false,
  is_neutered boolean,
  microchip text check (microchip ~ '^[0-9]{15}$'),
  colour text check (char_length(colour) between 1 and 500),
  temperament text[] not null default '{}' check (temperament <@ array[
    'calm', 'playful', 'energetic', 'friendly', 'cuddly', 'curious', 'independent', 'shy', 'anxious', 'protective',
    'noisy', 'may_bite']),
  good_with_dogs boolean,
  good_with_cats boolean,
  good_with_children boolean,
  allergies text check (char_length(allergies) between 1 and 5000),
  conditions text check (char_length(conditions) between 1 and 5000),
  medicines text check (char_length(medicines) between 1 and 5000),
  vet_name text check (char_length(vet_name) between 1 and 200),
  vet_phone text check (char_length(vet_phone) between 1 and 40),
  insurance_policy_number text check (char_length(insurance_policy_number) between 1 and 60),
  feeding_notes text check (char_length(feeding_notes) between 1 and 5000),
  toilet_notes text check (char_length(toilet_notes) between 1 and 5000),
  walk_notes text check (char_length(walk_notes) between 1 and 5000),
  fear_notes text check (char_length(fear_notes) between 1 and 5000),
  status text not null default 'active' check (status in ('active', 'archived', 'in_memory')),
  status_changed_at timestamptz,
  constraint pets_birth_estimated check (date_of_birth is not null or not is_birth_estimated),
  constraint "pets.microchip_taken" unique (microchip)
);
create index pets_owner_id on pets (owner_id, id desc);

create table pet_vaccinations (
  id uuid primary key,
  pet_id uuid not null references pets (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  given_on date not null,
  next_due_on date,
  created_at timestamptz not null,
  certificate_id uuid unique references uploads (id) on delete set null,
  -- The visit note in which a provider signed for it. Care adds the foreign key.
  note_id uuid,
  constraint "pets.due_before_given" check (next_due_on > given_on)
);
create index pet_vaccinations_pet_id on pet_vaccinations (pet_id, lower(name), given_on desc, id desc);
create index pet_vaccinations_note on pet_vaccinations (note_id) where note_id is not null;

-- A certificate goes whenever its vaccination loses it: when the pet or the vaccination is deleted, or another certificate
-- replaces it.
create function drop_certificate() returns trigger language plpgsql as $$
begin
  delete from uploads where id = old.certificate_id;
  return null;
end $$;
create trigger pet_vaccinations_drop_certificate after delete on pet_vaccinations
  for each row when (old.certificate_id is not null) execute function drop_certificate();
create trigger pet_vaccinations_replace_certificate after update of certificate_id on pet_vaccinations
  for each row when (old.certificate_id is not null and new.certificate_id is distinct from old.certificate_id)
  execute function drop_certificate();
