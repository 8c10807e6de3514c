-- What an administrator corrects stands in the booking's history as theirs; then there is no user who did it.
alter table booking_changes
  add column admin_id uuid references admin_users (id),
  add check (admin_id is null or actor_user_id is null);

alter table admin_audit_log
  drop constraint admin_audit_log_subject_kind_check,
  add check (subject_kind in ('user', 'admin', 'ticket', 'message', 'report', 'rating', 'appointment'));
