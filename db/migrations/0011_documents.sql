-- Besides pictures for everyone there are private files: documents, which only a signed link opens.
alter table uploads
  alter column width drop not null,
  alter column height drop not null,
  add column is_private boolean not null default false,
  add column content_type text not null default 'image/webp'
    check (content_type in ('image/webp', 'application/pdf')),
  -- What its owner called the file; only documents keep it.
  add column name text check (char_length(name) between 1 and 120),
  add check ((content_type = 'image/webp') = (width is not null and height is not null)),
  add check (is_private or content_type = 'image/webp'),
  add check (is_private = (name is not null));

-- What a provider hands in to be checked: a licence, a certificate.
create table verification_documents (
  upload_id uuid primary key references uploads (id) on delete cascade,
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null
);
create index verification_documents_record on verification_documents (record, record_id, created_at);
create index verification_documents_user_id on verification_documents (user_id);
