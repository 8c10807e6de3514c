-- What a geocoding service answered, so that nobody asks it the same again within 30 days. Not whose question it was.
create table place_lookups (
  -- The address of the service: another one is asked anew.
  service text not null,
  -- 'at 12.97,77.59', never finer than two decimals, or 'named bengaluru'.
  question text not null check (question like 'named %' or question ~ '^at -?\d{1,2}\.\d\d,-?\d{1,3}\.\d\d$'),
  places jsonb not null,
  answered_at timestamptz not null,
  primary key (service, question)
);
create index place_lookups_answered_at on place_lookups (answered_at);

-- When the next request to a service may go out, from whichever process: one a second for the whole of the app.
create table geocoder_turns (
  service text primary key,
  next_at timestamptz not null
);
