-- Sign-in: the tables of the sign-in library, in our names.
create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "accounts.email_taken" unique (email)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  issuer text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, account_id)
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- The hat a person wears now: it decides menus and the dashboard, never permission.
create table profiles (
  id uuid primary key references users (id) on delete cascade,
  role text not null default 'pet_owner' check (role in (
    'pet_owner', 'veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pet_owners (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- Everyone may book, so everyone has a profile and an owner record from the first moment on. The sign-in library's own
-- hooks run after its commit and could leave a user without them; a trigger cannot.
create function give_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (id) values (new.id);
  insert into pet_owners (user_id) values (new.id);
  return new;
end $$;
create trigger users_give_profile after insert on users for each row execute function give_profile();

-- Which records a user may act with. Each trade's migration adds its own, once it has a table.
create view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners;

-- Processes keep who is signed in for a while; this tells them when to forget it.
create function announce_actor_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('actor_changed', coalesce(changed ->> 'user_id', changed ->> 'id'));
  return null;
end $$;
create trigger sessions_announce after delete on sessions
  for each row execute function announce_actor_change();
create trigger users_announce after update or delete on users
  for each row execute function announce_actor_change();
create trigger profiles_announce after update on profiles
  for each row execute function announce_actor_change();
create trigger pet_owners_announce after update or delete on pet_owners
  for each row execute function announce_actor_change();
