-- Users, sessions, accounts and verifications are Better Auth's tables, under our names.
create table users (
  id uuid primary key,
  name text not null,
  -- The library requires an address for every user. People who sign up by phone, or with a provider that confirms no
  -- address, get a placeholder in a domain that nobody can own.
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  contact_email text generated always as (
    case when email ~* '\.invalid$' then null else email end) stored,
  -- An address that a provider named without confirming it. Offered for confirmation, and used for nothing else.
  proposed_email text,
  suspended_at timestamptz,
  suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  -- Others' rows, such as an appointment or a review, keep pointing at an erased user.
  leaving_since timestamptz,
  erased_at timestamptz,
  -- The browser's last zone, or the user's choice. Null until known.
  time_zone text check (char_length(time_zone) <= 64),
  time_zone_chosen boolean not null default false,
  constraint "accounts.email_taken" unique (email),
  constraint users_suspended_with_reason check ((suspended_at is null) = (suspended_reason is null)),
  check (erased_at is null or leaving_since is not null),
  check (erased_at is null or (suspended_at is null and suspended_reason is null)),
  check (time_zone is not null or not time_zone_chosen)
);
create index users_suspended on users (id desc) where suspended_at is not null;
create index users_leaving on users (leaving_since) where leaving_since is not null and erased_at is null;
create index users_name_search on users using gin (name gin_trgm_ops);
create index users_contact_email_search on users using gin (contact_email gin_trgm_ops)
  where contact_email is not null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The latest proof of who the user is: at the login, and again before a change that could give the account away.
  proved_at timestamptz not null default now()
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
  unique (issuer, account_id),
  constraint accounts_phone_number check (provider_id <> 'phone' or account_id ~ '^\+[1-9][0-9]{6,14}$')
);
create index accounts_user_id on accounts (user_id);
create unique index accounts_one_of_each on accounts (user_id, provider_id);
create index accounts_phone_search on accounts using gin (account_id gin_trgm_ops) where provider_id = 'phone';

-- An address or a number that its owner has confirmed takes more than a sign-up.
create function has_confirmed_contact(of_user uuid) returns boolean language sql stable as $$
  select exists (select from users u where u.id = of_user and u.email_verified and u.contact_email is not null)
    or exists (select from accounts a where a.user_id = of_user and a.provider_id = 'phone')
$$;

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expires_at on verifications (expires_at);

-- The user's current role: it decides menus and the dashboard, never permissions.
create table profiles (
  id uuid primary key references users (id) on delete cascade,
  role text not null default 'pet_owner' check (role in (
    'pet_owner', 'veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Everyone may book, so every user has a profile and an owner record from the start. The sign-in library's own hooks run
-- after its commit and could leave a user without them; a trigger cannot.
create function give_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (id) values (new.id);
  insert into pet_owners (user_id) values (new.id);
  return new;
end $$;
create trigger users_give_profile after insert on users for each row execute function give_profile();

-- Processes cache who is logged in; this invalidates their caches.
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

-- Links in mails. Only a hash is stored, which opens nothing.
create table mailed_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset-password', 'confirm-email')),
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index mailed_links_user_id on mailed_links (user_id);
create index mailed_links_expires_at on mailed_links (expires_at);

-- The last code sent to a number for one browser; a new one replaces it. The hash is keyed, because trying a million
-- codes takes no time. A code works only in the browser that asked for it, so strangers cannot use up anyone else's.
create table phone_codes (
  phone_number text not null check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  browser text constraint phone_codes_device_not_null not null,
  primary key (phone_number, browser),
  constraint phone_codes_browser check (length(browser) = 43)
);
create index phone_codes_expires_at on phone_codes (expires_at);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- Its first characters, by which its owner recognizes it.
  start text not null,
  token_hash text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Rounded to the hour.
  last_used_at timestamptz,
  constraint "accounts.token_name_taken" unique (user_id, name)
);
create index api_tokens_expires_at on api_tokens (expires_at);
create trigger api_tokens_announce after delete on api_tokens
  for each row execute function announce_actor_change();

-- Suspending, erasing or scheduling a user for deletion ends their tokens for good, even when it is undone later.
create function end_api_tokens() returns trigger language plpgsql as $$
begin
  delete from api_tokens where user_id = new.id;
  return null;
end $$;
create trigger users_end_api_tokens after update on users
  for each row when (
    (old.suspended_at is null and new.suspended_at is not null)
    or (old.leaving_since is null and new.leaving_since is not null)
    or (old.erased_at is null and new.erased_at is not null))
  execute function end_api_tokens();

-- The kernel keeps the files, but each belongs to a user. A picture is re-encoded; anyone who knows its id may see it,
-- unless it is private. Private files open only through a signed link.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  width integer check (width > 0),
  height integer check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  is_private boolean not null default false,
  content_type text not null default 'image/webp'
    check (content_type in ('image/webp', 'application/pdf')),
  name text check (char_length(name) between 1 and 120),
  check ((content_type = 'image/webp') = (width is not null and height is not null)),
  check (is_private or content_type = 'image/webp'),
  check (is_private = (name is not null))
);
create index uploads_user_id on uploads (user_id);
