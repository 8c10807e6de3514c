-- By which a person's own software calls the REST API. What is kept of a token opens nothing.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- Its first characters, by which its owner tells it from others.
  start text not null,
  token_hash text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- To the hour.
  last_used_at timestamptz,
  constraint "accounts.token_name_taken" unique (user_id, name)
);
create index api_tokens_expires_at on api_tokens (expires_at);

-- Processes remember whose a token is: this tells them that it ended.
create trigger api_tokens_announce after delete on api_tokens
  for each row execute function announce_actor_change();

-- Whatever suspends, erases or is to erase a person ends their tokens, which do not come back when that is undone.
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
