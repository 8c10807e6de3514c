-- Ratings, and public notes without stars about late cancellations. A rating that an admin removes keeps its row, so
-- that the appointment is not rated again.
create table ratings (
  id uuid primary key,
  appointment_id uuid not null references appointments (id) on delete cascade,
  series_id uuid,
  provider_id uuid not null references providers (id) on delete cascade,
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  rating smallint check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references admin_users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 500),
  reply_removed_at timestamptz,
  reply_removed_by uuid references admin_users (id),
  reply_removal_reason text check (char_length(reply_removal_reason) between 1 and 500),
  constraint "ratings.already_rated" unique (appointment_id),
  check (rating is not null or feedback is not null),
  check ((reply is null) = (replied_at is null)),
  check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3)),
  check (num_nulls(reply_removed_at, reply_removed_by, reply_removal_reason) in (0, 3))
);
-- A series is rated once, by whichever of its appointments, and can have one note besides.
create unique index "ratings.series_rated" on ratings (series_id, (rating is null)) where series_id is not null;
create index ratings_provider_id on ratings (provider_id, created_at desc, id desc);
create index ratings_pet_owner_id on ratings (pet_owner_id);
create index ratings_latest on ratings (created_at desc, id desc) where removed_at is null;
create index ratings_removed on ratings (removed_at desc, id desc) where removed_at is not null;

-- A note without stars does not count as a review.
create function keep_provider_rating() returns trigger language plpgsql as $$
begin
  -- A separate statement, so that the next one sees everything committed while this one waited for the lock.
  perform from providers where id in (old.provider_id, new.provider_id) order by id for no key update;
  update providers p
     set (rating, total_reviews) = (
           select round(avg(r.rating), 1), count(r.rating)::integer
             from ratings r where r.provider_id = p.id and r.removed_at is null)
   where p.id in (old.provider_id, new.provider_id);
  return null;
end $$;
create trigger ratings_keep after insert or update or delete on ratings
  for each row execute function keep_provider_rating();
