-- A rating that an administrator removed is public no more and counts no more, and neither is an answer; the row stays,
-- so that the same visit is not rated again, with who took it away and why.
alter table veterinary_ratings
  add column removed_at timestamptz,
  add column removed_by uuid references admin_users (id),
  add column removal_reason text check (char_length(removal_reason) between 1 and 500),
  add column reply_removed_at timestamptz,
  add column reply_removed_by uuid references admin_users (id),
  add column reply_removal_reason text check (char_length(reply_removal_reason) between 1 and 500),
  add check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3)),
  add check (num_nulls(reply_removed_at, reply_removed_by, reply_removal_reason) in (0, 3));
-- The desk reads all of them, the latest first.
create index veterinary_ratings_latest on veterinary_ratings (created_at desc, id desc) where removed_at is null;
create index veterinary_ratings_removed on veterinary_ratings (removed_at desc, id desc) where removed_at is not null;

-- As before, without those.
create or replace function keep_vet_rating() returns trigger language plpgsql as $$
begin
  -- A statement of its own, before the counting one: that one must see what was committed while this one waited.
  perform from veterinary_doctors where id in (old.veterinary_id, new.veterinary_id) order by id for no key update;
  update veterinary_doctors v
     set (rating, total_reviews) = (
           select round(avg(r.rating), 1), count(r.rating)::integer
             from veterinary_ratings r where r.veterinary_id = v.id and r.removed_at is null)
   where v.id in (old.veterinary_id, new.veterinary_id);
  return null;
end $$;

alter table admin_audit_log
  drop constraint admin_audit_log_subject_kind_check,
  add check (subject_kind in ('user', 'admin', 'ticket', 'message', 'report', 'rating'));
