-- What providers do to be checked stands in the log too: a line of it is an admin's, a user's, or the command line's.
-- No foreign key: the user may be gone one day, and the line stays, with an id that then says nothing.
alter table admin_audit_log
  add column user_id uuid,
  add check (admin_id is null or user_id is null);
create index admin_audit_log_by_users on admin_audit_log (sequence desc) where user_id is not null;
