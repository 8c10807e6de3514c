-- Days and times are in the owner's time zone.
create table tasks (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  pet_id uuid references pets (id) on delete cascade,
  -- The list's owner, or a caregiver with whom the pet is shared. Null: any of them.
  assignee_id uuid references users (id) on delete set null,
  kind text not null check (kind in (
    'feeding', 'walk', 'medicine', 'vaccination', 'deworming', 'grooming', 'follow_up', 'other')),
  -- Null if it comes from a health record, which names it.
  title text check (char_length(title) between 1 and 120),
  notes text check (char_length(notes) between 1 and 500),
  -- A monthly task keeps to its day of the month, or the last day of a shorter one.
  starts_on date not null,
  at time,
  repeats text check (repeats in ('days', 'week', 'month')),
  every_days smallint check (every_days between 1 and 366),
  -- 1 is Monday.
  weekdays smallint[] check (
    cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- The last day on which it comes; null if it never ends. Counted from `starts_on` if it ends after a number of times.
  last_on date,
  ends_after smallint check (ends_after between 1 and 1000),
  -- From this day on, nobody needs to do the last one any more. Null if it waits until it is done.
  over_on date,
  -- The first day that is neither done nor skipped; null once everything is done.
  open_on date,
  snoozed_on date,
  snoozed_to date,
  remind text not null check (remind in ('none', 'at_time', 'hour', 'day')),
  -- The next reminder, by the owner's clocks, whatever their zone is by then, and the day it is about.
  remind_local text check (remind_local ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$'),
  remind_on date,
  vaccination_id uuid unique references pet_vaccinations (id) on delete cascade,
  note_id uuid unique references visit_notes (id) on delete cascade,
  course_line_id uuid references prescription_lines (id) on delete cascade,
  refill_line_id uuid unique references prescription_lines (id) on delete cascade,
  source_count smallint not null generated always as (
    num_nonnulls(vaccination_id, note_id, course_line_id, refill_line_id)) stored,
  dismissed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, user_id),
  check (pet_id is not null or assignee_id = user_id),
  check (source_count <= 1 and (source_count = 1) = (title is null)),
  check (dismissed_at is null or (source_count = 1 and open_on is null)),
  check ((every_days is not null) = (repeats = 'days')),
  check ((weekdays is not null) = (repeats = 'week')),
  check (repeats is not null or num_nonnulls(every_days, weekdays, last_on, ends_after, over_on) = 0),
  check (ends_after is null or last_on is not null),
  check ((last_on is null) = (over_on is null)),
  constraint "todo.end_before_start" check (last_on >= starts_on),
  constraint "todo.time_needed" check (remind <> 'hour' or at is not null),
  check ((snoozed_on is null) = (snoozed_to is null)),
  check (snoozed_to > snoozed_on),
  check ((remind_local is null) = (remind_on is null))
);
create index tasks_open on tasks (user_id, open_on) where open_on is not null;
create index tasks_remind on tasks (remind_local) where remind_local is not null;
-- A medicine has a task for each of its times, or one without a time.
create unique index tasks_course on tasks (course_line_id, at) nulls not distinct where course_line_id is not null;
create index tasks_pet on tasks (pet_id) where pet_id is not null;
create index tasks_assignee on tasks (assignee_id) where assignee_id is not null;

-- A second row for the same day means that they said it was done again.
create table task_ticks (
  id uuid primary key,
  task_id uuid not null,
  -- As the task's, so that a list's latest ticks are one walk along an index.
  user_id uuid not null,
  occurs_on date not null,
  ticked_by uuid references users (id) on delete set null,
  ticked_at timestamptz not null,
  is_again boolean not null default false,
  foreign key (task_id, user_id) references tasks (id, user_id) on delete cascade
);
create unique index "todo.already_ticked" on task_ticks (task_id, occurs_on) where not is_again;
create index task_ticks_task on task_ticks (task_id, ticked_at desc);
create index task_ticks_user on task_ticks (user_id, ticked_at desc, id desc);
create index task_ticks_by on task_ticks (ticked_by);

create function owner_of_pet(pet uuid) returns uuid language sql stable as $$
  select o.user_id from pets p join pet_owners o on o.id = p.owner_id where p.id = pet
$$;

-- Keeps one task for a pet and vaccine: when the latest vaccination is due again. Those of earlier ones go, unless
-- somebody ticked them.
create function keep_recall(pet uuid, vaccine text) returns void language plpgsql as $$
declare
  latest record;
begin
  select v.id, v.next_due_on into latest from pet_vaccinations v
   where v.pet_id = pet and lower(v.name) = lower(vaccine) order by v.given_on desc, v.id desc limit 1;
  delete from tasks t using pet_vaccinations v
   where t.vaccination_id = v.id and v.pet_id = pet and lower(v.name) = lower(vaccine)
     and (v.id <> latest.id or latest.next_due_on is null)
     and not exists (select from task_ticks k where k.task_id = t.id);
  update tasks t set open_on = null, remind_local = null, remind_on = null from pet_vaccinations v
   where t.vaccination_id = v.id and v.pet_id = pet and lower(v.name) = lower(vaccine)
     and (v.id <> latest.id or latest.next_due_on is null) and t.open_on is not null;
  if latest.next_due_on is null then return; end if;
  insert into tasks (id, user_id, pet_id, kind, starts_on, open_on, remind, remind_local, remind_on, vaccination_id,
                     created_at, updated_at)
  values (gen_random_uuid(), owner_of_pet(pet), pet, 'vaccination', latest.next_due_on, latest.next_due_on, 'day',
          latest.next_due_on - 1 || ' 09:00', latest.next_due_on, latest.id, now(), now())
  on conflict (vaccination_id) do update set
    starts_on = excluded.starts_on, open_on = excluded.open_on, snoozed_on = null, snoozed_to = null,
    remind_local = excluded.remind_local, remind_on = excluded.remind_on, dismissed_at = null,
    updated_at = excluded.updated_at
    where tasks.starts_on <> excluded.starts_on;
end $$;

create function keep_recalls() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform keep_recall(old.pet_id, old.name); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and lower(new.name) <> lower(old.name)) then
    perform keep_recall(new.pet_id, new.name);
  end if;
  return null;
end $$;
create trigger pet_vaccinations_recall after insert or delete or update of name, given_on, next_due_on on pet_vaccinations
  for each row execute function keep_recalls();

-- A note's follow-up counts once the note is signed; owners' own notes need no signature.
create function keep_follow_up() returns trigger language plpgsql as $$
begin
  if new.follow_up_on is null or (new.author_side = 'provider' and new.signed_at is null) then
    delete from tasks where note_id = new.id;
    return null;
  end if;
  insert into tasks (id, user_id, pet_id, kind, starts_on, open_on, remind, remind_local, remind_on, note_id,
                     created_at, updated_at)
  values (gen_random_uuid(), owner_of_pet(new.pet_id), new.pet_id, 'follow_up', new.follow_up_on, new.follow_up_on,
          'day', new.follow_up_on - 1 || ' 09:00', new.follow_up_on, new.id, new.updated_at, new.updated_at)
  on conflict (note_id) do update set
    starts_on = excluded.starts_on, open_on = excluded.open_on, snoozed_on = null, snoozed_to = null,
    remind_local = excluded.remind_local, remind_on = excluded.remind_on, dismissed_at = null,
    updated_at = excluded.updated_at
    where tasks.starts_on <> excluded.starts_on;
  return null;
end $$;
create trigger visit_notes_follow_up after insert or update of follow_up_on, signed_at on visit_notes
  for each row execute function keep_follow_up();

-- Reads how often a medicine is given in a day, as vets in India write it ('1-0-1', 'BD', 'q12h', 'twice daily after food'),
-- and returns the times; null for once a day, and for words that don't say it plainly. Nothing is guessed: "every 12 h if needed"
-- is not read. `days` is the length of the course, which prescribers repeat.
create function dose_times(how_often text, days int) returns time[] language plpgsql immutable as $$
declare
  words text := lower(translate(how_often, '–—−×', '---x'));
  doses text[];
  times int;
begin
  -- Neither meals, the length of the course nor the size of a dose change the times.
  words := regexp_replace(words, '\m(after|before|with) (food|meals?|eating|milk|water)\M|\mon (an )?empty stomach\M|\m[ap]\.? ?c\M', ' ', 'g');
  if days is not null then
    words := regexp_replace(words, '\m(for|x) *' || days || ' *days?\M', ' ');
  end if;
  words := regexp_replace(words, '^ *([\d./]+|\d*[½¼¾]) *(tab(let)?|cap(sule)?|drop|puff|ml)s?\M', ' ');
  words := regexp_replace(words, '^[\s,.()]+|[\s,.()]+$', '', 'g');
  -- Morning, noon and night, or morning, noon, evening and night.
  if words ~ '^(\d+([./]\d+)?|\d*[½¼¾])( *[-+] *(\d+([./]\d+)?|\d*[½¼¾])){2,3}$' then
    doses := regexp_split_to_array(words, ' *[-+] *');
    return (select array_agg(at order by at)
      from unnest(doses, case cardinality(doses) when 3 then array['08:00', '14:00', '20:00']::time[]
        else array['08:00', '12:00', '16:00', '20:00']::time[] end) as d (dose, at)
     where dose !~ '^0+([.]0+)?$');
  end if;
  words := trim(regexp_replace(words, '[\s.,&/()-]+', ' ', 'g'));
  times := case
    when words ~ '^(every |each |q) ?(12|twelve) ?(h|hrs?|hrly|hours?|hourly)$|^(12|twelve) ?(hrly|hourly)$' then 2
    when words ~ '^(every |each |q) ?(8|eight) ?(h|hrs?|hrly|hours?|hourly)$|^(8|eight) ?(hrly|hourly)$' then 3
    when words ~ '^(every |each |q) ?(6|six) ?(h|hrs?|hrly|hours?|hourly)$|^(6|six) ?(hrly|hourly)$' then 4
    when words ~ '^(every |each |q) ?(4|four) ?(h|hrs?|hrly|hours?|hourly)$|^(4|four) ?(hrly|hourly)$' then 6
    when words ~ '^(twice|(two|2) ?(x|times)) (a day|in a day|daily|day|per day|each day|every day)$|^daily (twice|2 times)$' then 2
    when words ~ '^(thrice|(three|3) ?(x|times)) (a day|in a day|daily|day|per day|each day|every day)$|^daily (thrice|3 times)$' then 3
    when words ~ '^(four|4) ?(x|times) (a day|in a day|daily|day|per day|each day|every day)$|^daily 4 times$' then 4
    when words ~ '^(bid|b i d|bd|b d|bds|b d s)$' then 2
    when words ~ '^(tid|t i d|tds|t d s|td|t d)$' then 3
    when words ~ '^(qid|q i d|qds|q d s)$' then 4
    when words ~ '^((every|each|in the) )?morning (and )?(in the )?(evening|night)$|^am (and )?pm$' then 2
    when words ~ '^subah (aur )?(shaam|sham|raat)$|^सुबह (और )?(शाम|रात)$' then 2
  end;
  return case
    when times = 2 then array['08:00', '20:00']::time[]
    when times = 3 then array['06:00', '14:00', '22:00']::time[]
    when times = 4 then array['05:00', '11:00', '17:00', '23:00']::time[]
    when times = 6 then array['02:00', '06:00', '10:00', '14:00', '18:00', '22:00']::time[]
    when words ~ '^((every|each|in the) )?morning (and )?(noon|afternoon) (and )?(evening|night)$'
      then array['08:00', '14:00', '20:00']::time[]
    when words ~ '^((every|each|in the) morning|mane)$' then array['08:00']::time[]
    when words ~ '^((at|every|each) (night|bedtime)|at bed time|hs|h s|nocte)$' then array['22:00']::time[]
  end;
end $$;

-- A prescribed medicine is given each day of its course, refills included, and bought again three days before each
-- part of it is used up. Its days are the owner's, who may be in another zone than the clinic; it isn't given after the last day
-- on which the prescription is valid.
create function keep_course() returns trigger language plpgsql as $$
declare
  p record;
  ends date;
  buys_on date;
  times int;
  dose time;
  -- Doses whose time is over when the note is signed begin and end a day later.
  later int;
  last date;
begin
  if new.days is null then return null; end if;
  select r.pet_id, r.valid_until, r.created_at, u.id as owner, here.signed::date as begins_on, here.signed::time as signed_at
    into p
    from prescriptions r join users u on u.id = owner_of_pet(r.pet_id),
         lateral (select r.created_at at time zone coalesce(u.time_zone, 'Asia/Kolkata') as signed) here
   where r.id = new.prescription_id;
  ends := least(p.begins_on + new.days * (new.refills + 1) - 1, p.valid_until);
  foreach dose in array coalesce(dose_times(new.how_often, new.days), array[null::time]) loop
    later := case when dose <= p.signed_at then 1 else 0 end;
    last := least(ends + later, p.valid_until);
    continue when last < p.begins_on + later;
    insert into tasks (id, user_id, pet_id, kind, starts_on, at, open_on, repeats, every_days, last_on, over_on, remind,
                       remind_local, remind_on, course_line_id, created_at, updated_at)
    select gen_random_uuid(), p.owner, p.pet_id, 'medicine', p.begins_on + later, dose, p.begins_on + later, 'days', 1,
           last, last + 1, 'at_time', to_char(first, 'YYYY-MM-DD') || to_char(coalesce(dose, '09:00'), ' HH24:MI'),
           first, new.id, p.created_at, p.created_at
      from (select case when last >= day then day end as first
              from (select p.begins_on + case when dose is null then 1 else later end as day) d) f;
  end loop;
  buys_on := p.begins_on + greatest(new.days - 3, 1);
  if new.refills = 0 or buys_on > p.valid_until then return null; end if;
  times := least(new.refills, (p.valid_until - buys_on) / new.days + 1);
  insert into tasks (id, user_id, pet_id, kind, starts_on, open_on, repeats, every_days, last_on, ends_after, over_on,
                     remind, remind_local, remind_on, refill_line_id, created_at, updated_at)
  values (gen_random_uuid(), p.owner, p.pet_id, 'medicine', buys_on, buys_on, 'days', new.days,
          buys_on + new.days * (times - 1), times, buys_on + new.days * times, 'at_time', buys_on || ' 09:00',
          buys_on, new.id, p.created_at, p.created_at);
  return null;
end $$;
create trigger prescription_lines_course after insert on prescription_lines
  for each row execute function keep_course();
