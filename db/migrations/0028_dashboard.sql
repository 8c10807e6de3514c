-- A vet's requests are read by who asked first, and their first few by the dashboard every minute.
create index veterinary_appointments_vet_requests on veterinary_appointments (veterinary_id, created_at, id)
  where status = 'pending';

-- How many requests a vet answered is counted from this index alone: its condition is that of the query.
create index veterinary_appointments_vet_answers on veterinary_appointments (veterinary_id, starts_at) include (status)
  where status <> 'pending' and cancelled_by is distinct from 'owner';
