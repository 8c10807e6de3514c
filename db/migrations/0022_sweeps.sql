-- What is past its time is looked for every hour, and is to be found without reading all of the table.
create index verifications_expires_at on verifications (expires_at);
create index rate_limits_window_started_at on rate_limits (window_started_at);
