-- People who help with an owner's pets at home. A row begins as an invitation and stays as the membership.
create table household_members (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  member_id uuid references users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  state text not null check (state in ('invited', 'joined', 'declined', 'withdrawn', 'removed', 'left')),
  token_hash bytea not null unique,
  mails smallint not null default 1 check (mails > 0),
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  joined_at timestamptz,
  -- Ended rows stay for a while, so that their links get a clear answer.
  ended_at timestamptz,
  wants_reminders boolean not null default false,
  check (member_id <> user_id),
  check ((member_id is null) = (state in ('invited', 'declined', 'withdrawn'))),
  check ((joined_at is null) = (member_id is null)),
  check ((ended_at is null) = (state in ('invited', 'joined')))
);
create unique index "households.already_invited" on household_members (user_id, email) where ended_at is null;
create unique index "households.already_member" on household_members (user_id, member_id) where state = 'joined';
create index household_members_user on household_members (user_id);
create index household_members_member on household_members (member_id);
create index household_members_email on household_members (email);
create index household_members_ended on household_members (coalesce(ended_at, expires_at)) where state <> 'joined';

create table household_pets (
  household_member_id uuid not null references household_members (id) on delete cascade,
  pet_id uuid not null references pets (id) on delete cascade,
  primary key (household_member_id, pet_id)
);
create index household_pets_pet on household_pets (pet_id);

-- Leaves out archived pets and those in memory, suspended people, and people of whom one has blocked the other.
create view shared_pets as
  select m.id as household_member_id, m.user_id, m.member_id, m.wants_reminders, h.pet_id
    from household_members m
    join users u on u.id = m.user_id and u.suspended_at is null and u.erased_at is null
    join users c on c.id = m.member_id and c.suspended_at is null and c.erased_at is null
    join household_pets h on h.household_member_id = m.id
    join pets p on p.id = h.pet_id and p.status = 'active'
   where m.state = 'joined'
     and not exists (
       select from message_blocks b
        where (b.blocker_id = m.user_id and b.blocked_id = m.member_id)
           or (b.blocker_id = m.member_id and b.blocked_id = m.user_id));

-- Tasks wait for no caregiver who has left, or with whom their pet is no longer shared.
create function drop_assignee() returns trigger language plpgsql as $$
begin
  update tasks set assignee_id = null where user_id = old.user_id and assignee_id = old.member_id;
  return null;
end $$;
create trigger household_members_left after update of state on household_members
  for each row when (old.state = 'joined' and new.state <> 'joined') execute function drop_assignee();
create trigger household_members_gone after delete on household_members
  for each row when (old.state = 'joined') execute function drop_assignee();

create function drop_assignee_of_pet() returns trigger language plpgsql as $$
begin
  update tasks t set assignee_id = null from household_members m
   where m.id = old.household_member_id and t.pet_id = old.pet_id and t.assignee_id = m.member_id;
  return null;
end $$;
create trigger household_pets_gone after delete on household_pets
  for each row execute function drop_assignee_of_pet();
