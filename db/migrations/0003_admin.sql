-- Admins are not users of the marketplace: they have their own tables, cookie and login. The first five tables are
-- Better Auth's, under our names.
create table admin_users (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 120),
  email text not null unique,
  email_verified boolean not null default true,
  image text,
  role text not null default 'admin' check (role in ('admin', 'support')),
  two_factor_enabled boolean not null default false,
  -- The demo prints the credentials at every start, so a demo admin can't log in in production.
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
  -- Until a code has been checked, the session only allows setting up an authenticator.
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

-- Written in the change's own transaction.
create table admin_audit_log (
  id uuid primary key,
  -- The order of the entries, also of two at the same instant.
  sequence bigint not null unique generated always as identity,
  -- Null for the operator on the command line, and for providers.
  admin_id uuid references admin_users (id),
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  subject_kind text not null
    check (subject_kind in
      ('user', 'admin', 'ticket', 'message', 'report', 'rating', 'incident', 'pet_report', 'appointment', 'package', 'order',
       'emergency_place', 'injured_report', 'product', 'tax_class', 'coupon', 'autoship', 'review')),
  -- No foreign key: the entry outlives its subject.
  subject_id uuid not null,
  reason text check (char_length(reason) <= 500),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  happened_at timestamptz not null,
  user_id uuid,
  check (admin_id is null or user_id is null)
);
create index admin_audit_log_admin_id on admin_audit_log (admin_id, sequence desc);
create index admin_audit_log_action on admin_audit_log (action, sequence desc);
create index admin_audit_log_subject on admin_audit_log (subject_id, sequence desc);
create index admin_audit_log_happened_at on admin_audit_log (happened_at);
create index admin_audit_log_by_users on admin_audit_log (sequence desc) where user_id is not null;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is written once: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger admin_audit_log_stays before update or delete or truncate on admin_audit_log
  for each statement execute function refuse_rewriting();
