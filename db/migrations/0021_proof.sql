-- When the person in a session last showed who they are: by signing in, and again before what would give their account away.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set default now(), alter column proved_at set not null;
