-- Who asked for their account to be deleted, and when it was erased. Rows that others need (a visit in a vet's calendar,
-- a review) keep pointing at the user, of whom nothing is left.
alter table users
  add column leaving_since timestamptz,
  add column erased_at timestamptz,
  add check (erased_at is null or leaving_since is not null);
create index users_leaving on users (leaving_since) where leaving_since is not null and erased_at is null;
create index booking_changes_actor on booking_changes (actor_user_id) where actor_user_id is not null;
