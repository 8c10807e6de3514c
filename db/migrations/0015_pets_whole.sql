-- All that is known of a pet. Only name and species have to be said; null means that nobody has said it yet, which for
-- a question with two answers is an answer too.
alter table pets
  add column is_mixed boolean not null default false,
  add column sex text check (sex in ('female', 'male')),
  add column date_of_birth date,
  -- Worked out from an age that someone told, and shown as such.
  add column is_birth_estimated boolean not null default false,
  add column is_neutered boolean,
  add column microchip text check (microchip ~ '^[0-9]{15}$'),
  add column colour text check (char_length(colour) between 1 and 500),
  add column temperament text[] not null default '{}' check (temperament <@ array[
    'calm', 'playful', 'energetic', 'friendly', 'cuddly', 'curious', 'independent', 'shy', 'anxious', 'protective',
    'noisy', 'may_bite']),
  add column good_with_dogs boolean,
  add column good_with_cats boolean,
  add column good_with_children boolean,
  add column allergies text check (char_length(allergies) between 1 and 5000),
  add column conditions text check (char_length(conditions) between 1 and 5000),
  add column medicines text check (char_length(medicines) between 1 and 5000),
  add column vet_name text check (char_length(vet_name) between 1 and 200),
  add column vet_phone text check (char_length(vet_phone) between 1 and 40),
  add column insurance_policy_number text check (char_length(insurance_policy_number) between 1 and 60),
  add column feeding_notes text check (char_length(feeding_notes) between 1 and 5000),
  add column toilet_notes text check (char_length(toilet_notes) between 1 and 5000),
  add column walk_notes text check (char_length(walk_notes) between 1 and 5000),
  add column fear_notes text check (char_length(fear_notes) between 1 and 5000),
  -- An archived pet stays in the bookings it had, and so does one that is remembered; neither can be booked for.
  add column status text not null default 'active' check (status in ('active', 'archived', 'in_memory')),
  add column status_changed_at timestamptz,
  add constraint pets_birth_estimated check (date_of_birth is not null or not is_birth_estimated),
  -- One animal, one chip, whoever's it is and whether or not it is archived.
  add constraint "pets.microchip_taken" unique (microchip);

create table pet_vaccinations (
  id uuid primary key,
  pet_id uuid not null references pets (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  given_on date not null,
  next_due_on date,
  created_at timestamptz not null,
  constraint "pets.due_before_given" check (next_due_on > given_on)
);
-- Of each vaccine the last one given says when it is due again.
create index pet_vaccinations_pet_id on pet_vaccinations (pet_id, lower(name), given_on desc, id desc);
