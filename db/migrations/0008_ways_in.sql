-- Who signed up by phone, or by a provider that vouches for no address, has none. The sign-in library wants one for each
-- user, so it gets one below a domain that nobody can have. `contact_email` is what may be shown and written to.
alter table users
  add column contact_email text generated always as (
    case when email ~* '\.invalid$' then null else email end) stored,
  -- What a provider said without vouching for it. It is offered to its owner to confirm, and used for nothing else.
  add column proposed_email text;

-- Links in mails. What is kept of one opens nothing.
create table mailed_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset-password', 'confirm-email')),
  user_id uuid not null references users (id) on delete cascade,
  -- The address it was sent to, which opening it proves.
  email text not null,
  expires_at timestamptz not null
);
create index mailed_links_user_id on mailed_links (user_id);
create index mailed_links_expires_at on mailed_links (expires_at);

-- The last code sent to a number; a new one takes its place. Kept as a keyed hash: a million guesses take no time.
create table phone_codes (
  phone_number text primary key check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index phone_codes_expires_at on phone_codes (expires_at);

-- A number is a way in like any other: its account is `phone`, and the number its id there.
alter table accounts add constraint accounts_phone_number
  check (provider_id <> 'phone' or account_id ~ '^\+[1-9][0-9]{6,14}$');
-- One password, one number and one account of each provider a person.
create unique index accounts_one_of_each on accounts (user_id, provider_id);
