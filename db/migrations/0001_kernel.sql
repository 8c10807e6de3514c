-- The files follow the order of the domains, as far as a table's references allow: admin comes right after accounts,
-- because other domains refer to the admin who decided, and booking and appointments before messages and payments,
-- which are about an appointment. Views over several trades are in the last file.

create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists pg_trgm;

-- Normalizes text for comparison, as `fold` in src/kernel/fold.ts does. The last pattern has the characters between words of the
-- scripts in use and the emojis: the server's own classes depend on its locale, and count the vowel signs of Indic scripts as such.
create function fold(text text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(replace(replace(replace(replace(replace(translate(lower(
    regexp_replace(normalize(text, NFKD),
      '[\u0300-\u036f''’ʻʼ`\u00ad\u0600-\u0605\u061c\u06dd\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]', '', 'g')),
    'ıςøđðł', 'iσoddl'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ẞ', 'ss'),
    '[' || '\u0001-\u002f\u003a-\u0040\u005b-\u005f\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375'
    || '\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06de'
    || '\u06e9\u06fd-\u06fe\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77'
    || '\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85'
    || '\u0fbe-\u0fc5\u0fc7-\u0fda\u2010-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff'
    || '\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\ufe45-\ufe46\ufffc-\ufffd'
    || '\U0001f000-\U0001f0f5\U0001f10d-\U0001faf8' || ']+', ' ', 'g'))
$$;

-- Takes numbers and their units apart, too: '1.2kg' and '1.2 kg' are the same words.
create function search_words(text text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(fold(text), '([0-9])([^0-9 ])', '\1 \2', 'g'), '([^0-9 ])([0-9])', '\1 \2', 'g')
$$;

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
