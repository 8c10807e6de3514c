import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { UserRow } from '#/admin/users.ts'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskLine, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { nameOf, numbersOf, recordName, userAddress } from '#/admin/web/frame/words.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { dayText } from '#/kernel/web/own-clock.ts'

export function UsersView() {
  const { filters, go } = useFilters('users', ['q', 'only'])
  const search = filters.q
  const only = filters.only === 'suspended' ? 'suspended' : undefined
  const query = useInfiniteQuery({
    ...admin.query.users.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(search && { search }), ...(only && { only }) }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <DeskList
      dense
      title="Users"
      query={query}
      what={{ one: 'user', many: 'users' }}
      search={{ search, description: 'Part of a name, email or phone number', onSearch: (q) => go({ q }) }}
      filters={
        <FilterSelect
          value={only ?? 'all'}
          options={{ all: 'All users', suspended: 'Suspended only' }}
          onChange={(value) => go({ only: value === 'suspended' ? 'suspended' : '' })}
        />
      }
      empty={
        search
          ? `We couldn’t find anyone whose name, email or phone has “${search}”.`
          : 'There are no users yet.'
      }
      onAll={(search || only) && (() => go({ q: '', only: '' }))}
    >
      {(user) => <UserLine user={user} to={userAddress(user.id)} />}
    </DeskList>
  )
}

function UserLine({ user, to }: { user: UserRow; to: string }) {
  return (
    <DeskLine label={nameOf(user)} to={to}>
      <span>
        <strong>{user.name || 'No name'}</strong>
        <br />
        <span className={css.soft}>{user.email ?? 'No email'}</span>
      </span>
      <span className={css.soft}>
        {numbersOf(user).map((number) => (
          <span key={number} className={css.number}>
            {number}
          </span>
        ))}
      </span>
      <span className={css.soft}>
        {recordName(user.role)}
        <br />
        since {dayText(user.joinedAt)}
      </span>
      <span className={css.end}>
        {user.suspendedAt ? <Chip kind="bad">Suspended</Chip> : <Chip kind="good">Active</Chip>}
      </span>
    </DeskLine>
  )
}
