-- The files follow the order of the domains, as far as a table's references allow: admin comes right after accounts,
-- because other domains refer to the admin who decided, and booking and appointments before messages and payments,
-- which are about an appointment. Views over several trades are in the last file.

create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists pg_trgm;

-- The answer to each successful write, so that a repeated request gets the same one.
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

create table rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  attempts integer not null,
  -- Attempts within the window of a sliding limit, oldest first; empty for limits with a fixed window.
  times timestamptz[] not null default '{}'
);
create index rate_limits_window_started_at on rate_limits (window_started_at);

-- Fails a transaction whose event was not stored for all of its subscribers.
create function expect_jobs(kept bigint, wanted bigint, event text) returns void language plpgsql as $$
begin
  if kept <> wanted then
    raise exception '% was not kept for all of its subscribers', event;
  end if;
end $$;
