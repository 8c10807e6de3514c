-- What the vet gave for a vaccination: a private file, of that vaccination alone.
alter table pet_vaccinations
  add column certificate_id uuid unique references uploads (id) on delete set null;

-- However a certificate loses its vaccination, with the pet, by another one or by itself, it is kept no more.
create function drop_certificate() returns trigger language plpgsql as $$
begin
  delete from uploads where id = old.certificate_id;
  return null;
end $$;
create trigger pet_vaccinations_drop_certificate after delete on pet_vaccinations
  for each row when (old.certificate_id is not null) execute function drop_certificate();
create trigger pet_vaccinations_replace_certificate after update of certificate_id on pet_vaccinations
  for each row when (old.certificate_id is not null and new.certificate_id is distinct from old.certificate_id)
  execute function drop_certificate();
