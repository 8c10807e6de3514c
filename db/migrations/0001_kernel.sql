create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- The first answer to each write, so that a repeat of it gets the same one. Only successes are kept.
create table idempotency_keys (
  caller text not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Counts of attempts in a window of time, by what is being limited and for whom.
create table rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
