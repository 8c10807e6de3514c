-- Who runs the marketplace. They are no users of it: other tables, another cookie, another way in. The first five
-- tables are the sign-in library's, in our names.
create table admin_users (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 120),
  email text not null unique,
  email_verified boolean not null default true,
  image text,
  -- Support may do all that the contract does not keep for administrators.
  role text not null default 'admin' check (role in ('admin', 'support')),
  two_factor_enabled boolean not null default false,
  -- How it gets in is printed at every start of a demo, so it never gets in in production.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table admin_sessions (
  id uuid primary key,
  user_id uuid not null references admin_users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- Until a code was checked in this very session it lets nobody do anything but set up an authenticator.
  code_checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_sessions_user_id on admin_sessions (user_id);
create index admin_sessions_expires_at on admin_sessions (expires_at);

create table admin_accounts (
  id uuid primary key,
  user_id uuid not null references admin_users (id) on delete cascade,
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
create index admin_accounts_user_id on admin_accounts (user_id);

create table admin_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_verifications_identifier on admin_verifications (identifier);
create index admin_verifications_expires_at on admin_verifications (expires_at);

create table admin_two_factors (
  id uuid primary key,
  user_id uuid not null unique references admin_users (id) on delete cascade,
  -- Sealed with a key made from AUTH_SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Who did what, on whom, when, and what it was before and after. Written in the transaction of what it tells of.
create table admin_audit_log (
  id uuid primary key,
  -- The order in which things were written down; two at one instant have one too.
  sequence bigint not null unique generated always as identity,
  -- Null: the operator, on the command line.
  admin_id uuid references admin_users (id),
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  subject_kind text not null check (subject_kind in ('user', 'admin')),
  -- No foreign key: what it tells of may be gone one day, and the line stays.
  subject_id uuid not null,
  reason text check (char_length(reason) <= 500),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  happened_at timestamptz not null
);
create index admin_audit_log_admin_id on admin_audit_log (admin_id, sequence desc);
create index admin_audit_log_action on admin_audit_log (action, sequence desc);
create index admin_audit_log_subject on admin_audit_log (subject_id, sequence desc);
create index admin_audit_log_happened_at on admin_audit_log (happened_at);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is written once: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger admin_audit_log_stays before update or delete or truncate on admin_audit_log
  for each statement execute function refuse_rewriting();

-- A suspended user cannot sign in, and whoever was signed in is out. Their bookings stay.
alter table users
  add column suspended_at timestamptz,
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  add constraint users_suspended_with_reason check ((suspended_at is null) = (suspended_reason is null));
create index users_suspended on users (id desc) where suspended_at is not null;

-- What an administrator types to find someone.
create index users_name_search on users using gin (name gin_trgm_ops);
create index users_email_search on users using gin (email gin_trgm_ops);
create index pet_owners_phone_search on pet_owners using gin (phone_number gin_trgm_ops)
  where phone_number is not null;

-- The records of a suspended user are suspended with it, so that lists and calendars, which go by the records, need not
-- ask. Lifting the suspension gives back what it took, and nothing that was suspended for itself.
alter table verification_changes
  add column with_account boolean not null default false,
  add foreign key (admin_id) references admin_users (id);
create index verification_changes_admin_id on verification_changes (admin_id) where admin_id is not null;
