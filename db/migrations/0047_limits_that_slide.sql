-- The tries that a sliding limit has allowed within its window, oldest first. Limits with a fixed window leave it empty.
alter table rate_limits add column times timestamptz[] not null default '{}';

-- A browser that has been signed in to a number's account has codes of its own: '' is every other browser. Strangers who
-- ask for codes, or enter wrong ones, use up theirs alone.
alter table phone_codes add column device text not null default '';
alter table phone_codes drop constraint phone_codes_pkey;
alter table phone_codes add primary key (phone_number, device);
