-- Without a thread yet, it is another report when it is about somebody else.
alter table message_reports
  drop constraint "messaging.already_reported",
  add constraint "messaging.already_reported" unique nulls not distinct
    (reporter_id, reported_id, thread_id, message_id);
