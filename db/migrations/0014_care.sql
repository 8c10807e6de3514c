-- A provider's notes of a visit, or an owner's own notes and old papers. The trade decides a provider's form.
create table visit_notes (
  id uuid primary key,
  pet_id uuid not null references pets (id) on delete cascade,
  author_user_id uuid not null references users (id) on delete cascade,
  author_side text not null check (author_side in ('owner', 'provider')),
  booking_id uuid references appointments (id) on delete cascade,
  type text not null check (type in ('exam', 'vaccination', 'treatment', 'note', 'training', 'grooming')),
  happened_on date not null,
  -- The reason for a visit to the vet, otherwise the training or the grooming.
  history text check (char_length(history) between 1 and 5000),
  temperature_c numeric(3, 1) check (temperature_c between 25 and 45),
  heart_rate integer check (heart_rate between 1 and 1200),
  breathing_rate integer check (breathing_rate between 1 and 600),
  -- In pounds to one decimal, like the pet's own.
  weight_lbs numeric(4, 1) check (weight_lbs > 0 and weight_lbs <= 400),
  assessment text check (char_length(assessment) between 1 and 5000),
  plan text check (char_length(plan) between 1 and 5000),
  products text check (char_length(products) between 1 and 5000),
  behaviour text check (char_length(behaviour) between 1 and 5000),
  follow_up_on date,
  -- The medicines can be bought for this long from the day of signing.
  valid_months smallint not null default 6 check (valid_months between 1 and 12),
  -- A signed note no longer changes.
  signed_at timestamptz,
  signed_name text,
  registration_number text,
  -- Counts the saves, so that nobody overwrites what they have not read.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((author_side = 'provider') = (booking_id is not null)),
  check ((signed_at is null) = (signed_name is null)),
  check (signed_at is null or author_side = 'provider'),
  constraint "care.plan_missing" check (
    signed_at is null or case type when 'grooming' then history else plan end is not null),
  constraint "care.wrong_form" check (
    (type not in ('training', 'grooming') or num_nonnulls(temperature_c, heart_rate, breathing_rate, weight_lbs) = 0)
    and (type = 'grooming' or num_nonnulls(products, behaviour) = 0)
    and (type <> 'grooming' or plan is null)),
  constraint "care.follow_up_before_visit" check (follow_up_on >= happened_on),
  -- One note per visit and pet; later additions are addenda.
  constraint "care.note_exists" unique (booking_id, pet_id)
);
create index visit_notes_pet on visit_notes (pet_id, happened_on desc, id desc);
create index visit_notes_author on visit_notes (author_user_id, pet_id);

create table visit_note_medicines (
  note_id uuid not null references visit_notes (id) on delete cascade,
  position smallint not null check (position between 1 and 20),
  name text not null check (char_length(name) between 1 and 200),
  form text check (char_length(form) between 1 and 60),
  strength text check (char_length(strength) between 1 and 60),
  dose text not null check (char_length(dose) between 1 and 200),
  how_often text not null check (char_length(how_often) between 1 and 200),
  days smallint check (days between 1 and 366),
  refills smallint not null default 0 check (refills between 0 and 12),
  primary key (note_id, position)
);

create table visit_note_vaccinations (
  note_id uuid not null references visit_notes (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  name text not null check (char_length(name) between 1 and 200),
  given_on date not null,
  next_due_on date,
  primary key (note_id, position),
  constraint "care.due_before_given" check (next_due_on > given_on)
);

create table visit_note_homework (
  note_id uuid not null references visit_notes (id) on delete cascade,
  position smallint not null check (position between 1 and 20),
  exercise text not null check (char_length(exercise) between 1 and 200),
  how_often text not null check (char_length(how_often) between 1 and 200),
  how_long text check (char_length(how_long) between 1 and 200),
  primary key (note_id, position)
);

-- Only vets prescribe.
create function expect_note_type() returns trigger language plpgsql as $$
begin
  if not exists (select from visit_notes n where n.id = new.note_id and n.type = any (tg_argv)) then
    raise exception 'not a line of such a note' using errcode = '23514', constraint = 'care.wrong_form';
  end if;
  return new;
end $$;
create trigger visit_note_medicines_type before insert or update on visit_note_medicines
  for each row execute function expect_note_type('exam', 'vaccination', 'treatment', 'note');
create trigger visit_note_vaccinations_type before insert or update on visit_note_vaccinations
  for each row execute function expect_note_type('exam', 'vaccination', 'treatment', 'note');
create trigger visit_note_homework_type before insert or update on visit_note_homework
  for each row execute function expect_note_type('training');

-- A file belongs to the author while the note is a draft, and to the pet's owner once it is signed: it stays when a
-- provider leaves, and goes with the owner. Checked at the end of the transaction, because deleting an account removes
-- files and notes in any order.
create table visit_note_files (
  upload_id uuid primary key references uploads (id) deferrable initially deferred,
  note_id uuid not null references visit_notes (id) on delete cascade,
  position smallint not null check (position between 1 and 6),
  unique (note_id, position)
);

create function drop_note_file() returns trigger language plpgsql as $$
begin
  delete from uploads where id = old.upload_id;
  return null;
end $$;
create trigger visit_note_files_drop after delete on visit_note_files
  for each row execute function drop_note_file();

create table visit_note_addenda (
  id uuid primary key,
  note_id uuid not null references visit_notes (id) on delete cascade,
  position smallint not null check (position between 1 and 50),
  text text not null check (char_length(text) between 1 and 5000),
  created_at timestamptz not null,
  unique (note_id, position)
);

-- Refuses changes of a signed note, with two exceptions: it goes with its pet, which deletes it from within a trigger, and
-- the name of a signer who left is removed, while their number stays.
create function keep_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  if tg_op = 'UPDATE' and new.signed_name = 'Former user'
     and to_jsonb(new) - 'signed_name' = to_jsonb(old) - 'signed_name' then
    return new;
  end if;
  raise exception 'a signed note never changes' using errcode = '23514', constraint = 'care.signed';
end $$;
create trigger visit_notes_keep before update or delete on visit_notes
  for each row execute function keep_signed_note();

-- Refuses changes of a signed note's lines. The share lock waits for a signature in progress.
create function keep_signed_lines() returns trigger language plpgsql as $$
declare
  signed timestamptz;
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  select n.signed_at into signed from visit_notes n
   where n.id = case tg_op when 'DELETE' then old.note_id else new.note_id end for share;
  if signed is not null or (tg_op = 'UPDATE' and old.note_id <> new.note_id) then
    raise exception 'a signed note never changes' using errcode = '23514', constraint = 'care.signed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger visit_note_medicines_keep before insert or update or delete on visit_note_medicines
  for each row execute function keep_signed_lines();
create trigger visit_note_vaccinations_keep before insert or update or delete on visit_note_vaccinations
  for each row execute function keep_signed_lines();
create trigger visit_note_homework_keep before insert or update or delete on visit_note_homework
  for each row execute function keep_signed_lines();
create trigger visit_note_files_keep before insert or update or delete on visit_note_files
  for each row execute function keep_signed_lines();

create function keep_addendum() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'an addendum never changes' using errcode = '23514', constraint = 'care.signed';
end $$;
create trigger visit_note_addenda_keep before update or delete on visit_note_addenda
  for each row execute function keep_addendum();

create table prescriptions (
  id uuid primary key,
  note_id uuid not null unique references visit_notes (id) on delete cascade,
  pet_id uuid not null references pets (id) on delete cascade,
  issued_on date not null,
  valid_until date not null,
  created_at timestamptz not null,
  check (valid_until > issued_on and valid_until <= issued_on + interval '12 months')
);
create index prescriptions_pet on prescriptions (pet_id, valid_until desc);

create table prescription_lines (
  id uuid primary key,
  prescription_id uuid not null references prescriptions (id) on delete cascade,
  position smallint not null check (position between 1 and 20),
  name text not null check (char_length(name) between 1 and 200),
  form text check (char_length(form) between 1 and 60),
  strength text check (char_length(strength) between 1 and 60),
  dose text not null check (char_length(dose) between 1 and 200),
  how_often text not null check (char_length(how_often) between 1 and 200),
  days smallint check (days between 1 and 366),
  refills smallint not null check (refills between 0 and 12),
  unique (prescription_id, position)
);

-- Opens one note to anyone who has the address, until it expires or is revoked. Only a hash of the address is kept.
create table visit_note_links (
  id uuid primary key,
  note_id uuid not null references visit_notes (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index visit_note_links_note on visit_note_links (note_id, created_at);
create index visit_note_links_user on visit_note_links (user_id);

-- Here, because notes refer to pets and pets' vaccinations to notes.
alter table pet_vaccinations
  add constraint pet_vaccinations_note_id_fkey foreign key (note_id) references visit_notes (id) on delete set null;

-- Reported by the provider of a visit. Later providers of the pet are warned; its owner answers once.
create table incidents (
  id uuid primary key,
  appointment_id uuid not null,
  pet_id uuid not null,
  position smallint not null check (position between 1 and 5),
  author_user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('bite', 'escape', 'injury', 'allergy', 'other')),
  severity text not null check (severity in ('minor', 'moderate', 'serious')),
  happened text not null check (char_length(happened) between 1 and 2000),
  done text not null check (char_length(done) between 1 and 2000),
  version integer not null default 1,
  answer text check (char_length(answer) between 1 and 2000),
  answered_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references admin_users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (appointment_id, pet_id) references appointment_pets (appointment_id, pet_id) on delete cascade,
  constraint "care.too_many_incidents" unique (appointment_id, pet_id, position),
  check ((answer is null) = (answered_at is null)),
  check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3))
);
create index incidents_pet on incidents (pet_id, created_at desc, id desc);
create index incidents_author on incidents (author_user_id);
create index incidents_standing on incidents (created_at desc, id desc) where removed_at is null;
create index incidents_removed on incidents (removed_at desc, id desc) where removed_at is not null;

-- The provider corrects an incident for a day, unless it is answered. An answer and a removal are final.
create function keep_incident() returns trigger language plpgsql as $$
declare
  others constant text[] := array['version', 'updated_at', 'answer', 'answered_at', 'removed_at', 'removed_by', 'removal_reason'];
  said constant text[] := array['kind', 'severity', 'happened', 'done'];
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 then return old; end if;
  elsif to_jsonb(new) - others - said = to_jsonb(old) - others - said
    and (to_jsonb(new) - others = to_jsonb(old) - others
         or (old.answered_at is null and old.removed_at is null and new.updated_at < old.created_at + interval '24 hours'))
    and (old.answered_at is null or (new.answer, new.answered_at) = (old.answer, old.answered_at))
    and (old.removed_at is null or (new.removed_at, new.removed_by, new.removal_reason, new.answer) is not distinct from
         (old.removed_at, old.removed_by, old.removal_reason, old.answer)) then
    return new;
  end if;
  raise exception 'this incident no longer changes' using errcode = '23514', constraint = 'care.incident_fixed';
end $$;
create trigger incidents_keep before update or delete on incidents
  for each row execute function keep_incident();

create table incident_addenda (
  id uuid primary key,
  incident_id uuid not null references incidents (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  constraint "care.too_many_addenda" unique (incident_id, position)
);
create trigger incident_addenda_keep before update or delete on incident_addenda
  for each row execute function keep_addendum();

-- The files belong to the pet's owner.
create table visit_pictures (
  upload_id uuid primary key references uploads (id) deferrable initially deferred,
  appointment_id uuid not null,
  pet_id uuid not null,
  moment text not null check (moment in ('before', 'after')),
  position smallint not null check (position between 1 and 6),
  created_at timestamptz not null,
  foreign key (appointment_id, pet_id) references appointment_pets (appointment_id, pet_id) on delete cascade,
  constraint "care.too_many_pictures" unique (appointment_id, pet_id, position)
);
create index visit_pictures_pet on visit_pictures (pet_id, created_at desc);
create trigger visit_pictures_drop after delete on visit_pictures
  for each row execute function drop_note_file();

-- The last notice to an owner about new pictures, so that several uploads make one notification.
create table visit_picture_news (
  appointment_id uuid primary key references appointments (id) on delete cascade,
  told_at timestamptz not null
);
