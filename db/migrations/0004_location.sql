-- A geocoding service's answers, kept for 30 days to avoid repeated requests. They don't record who asked.
create table place_lookups (
  -- The address of the service, because another one may answer differently.
  service text not null,
  -- 'at 12.97,77.59', never finer than two decimals, or 'named bengaluru'.
  question text not null check (question like 'named %' or question ~ '^at -?\d{1,2}\.\d\d,-?\d{1,3}\.\d\d$'),
  places jsonb not null,
  answered_at timestamptz not null,
  primary key (service, question)
);
create index place_lookups_answered_at on place_lookups (answered_at);

-- The whole app sends a service one request a second: any process may send the next one at this time.
create table geocoder_turns (
  service text primary key,
  next_at timestamptz not null
);
